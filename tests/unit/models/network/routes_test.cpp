// SPDX-License-Identifier: BSD-3-Clause
//
// The table of routes: whatever falls out of it, a route's facts are those of its two hosts.
#include "models/network/routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/platform/platform.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

struct RouteCacheTest : testing::Test {
  RouteCacheTest()
      : platform(make_short_platform(
            "fat-tree:2;16,32;1,16;1,1",
            {.host_speed = "1Gf", .link = "10Gbps,1us", .core_count = 1, .loopback = ""})) {
    options.declare(NetworkConfig::options());
  }

  // Takes a route and checks it against a table that has never held another.
  RouteId take(RouteCache& cache, HostId source, HostId destination) {
    const RouteId route = cache.acquire(source, destination);
    const RouteFacts& facts = cache.facts(route);
    EXPECT_EQ(facts.source, source);
    EXPECT_EQ(facts.destination, destination);
    return route;
  }

  Platform platform;
  kernel::Options options;
};

// A sequence of pairs of hosts, the same in each run.
class RandomPairs {
 public:
  void advance() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    source = static_cast<HostId>((state_ >> 33) % 512);
    destination = static_cast<HostId>((state_ >> 44) % 512);
  }
  HostId source = 0;
  HostId destination = 0;

 private:
  std::uint64_t state_ = 1;
};

// More pairs than the table has slots, a hundred of them always in use.
TEST_F(RouteCacheTest, KeepsFactsThroughCollisions) {
  const NetworkConfig config(options);
  RouteCache cache(platform, config);
  std::vector<RouteId> in_use;
  RandomPairs pairs;
  RouteId largest = 0;
  for (int i = 0; i < 400000; i++) {
    pairs.advance();
    const RouteId route = take(cache, pairs.source, pairs.destination);
    largest = std::max(largest, route);
    if (in_use.size() < 100) {
      in_use.push_back(route);
      continue;
    }
    cache.release(in_use[static_cast<std::size_t>(i) % 100]);
    in_use[static_cast<std::size_t>(i) % 100] = route;
  }
  for (const RouteId route : in_use) EXPECT_GE(cache.facts(route).users, 1U);
  // Nothing is kept but one route a slot and what is in use.
  EXPECT_LE(largest, (1U << 16) + 101);
}

// Pairs that fall on one slot both stay, so that two that send in turn are computed once. Without
// the slots opposite, a twentieth of these would be lost.
TEST_F(RouteCacheTest, PairsThatCollideStay) {
  const NetworkConfig config(options);
  RouteCache cache(platform, config);
  std::vector<RouteId> routes;
  RandomPairs pairs;
  for (int i = 0; i < 6000; i++) {
    pairs.advance();
    routes.push_back(take(cache, pairs.source, pairs.destination));
    cache.release(routes.back());
  }
  const auto is_lost = [&](RouteId route) { return cache.facts(route).users == 0; };
  EXPECT_LE(std::ranges::count_if(routes, is_lost), 30);
}

// Two hosts with two ways between them, of 1 and of 2 us.
class TwoWays : public Zone {
 public:
  TwoWays() : Zone("two ways") {}
  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override {
    return append_path(from, to, 0, builder);
  }
  std::uint32_t path_count(std::uint32_t, std::uint32_t) const override { return 2; }
  bool append_path(std::uint32_t, std::uint32_t, std::uint32_t choice,
                   RouteBuilder& builder) const override {
    builder.add(choice);  // link 0 or 1
    return true;
  }
  std::string_view routing_name() const override { return "two ways"; }
};

// Each way of a pair is a route of its own in the table; way 0 is what no choice gives.
TEST_F(RouteCacheTest, WaysOfOnePairAreDifferentRoutes) {
  Platform ways;
  const std::uint32_t zone = ways.add_zone(std::make_unique<TwoWays>(), no_id);
  for (const char* name : {"a", "b"}) ways.place(ways.add_host(name, {1e9}, 1), zone);
  ways.add_link("short", 1e9, 1e-6, SharingPolicy::shared);
  ways.add_link("long", 1e9, 2e-6, SharingPolicy::shared);
  ways.seal();
  EXPECT_EQ(ways.path_count(0, 1), 2U);
  EXPECT_EQ(ways.path_count(0, 0), 1U);

  const NetworkConfig config(options);
  RouteCache cache(ways, config);
  const RouteId first = cache.acquire(0, 1);
  const RouteId second = cache.acquire(0, 1, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(cache.facts(first).latency_s, 1e-6);
  EXPECT_EQ(cache.facts(second).latency_s, 2e-6);
  EXPECT_EQ(cache.acquire(0, 1, 0), first);
  EXPECT_EQ(cache.acquire(0, 1, 1), second);
}

}  // namespace
}  // namespace smpi::models
