// SPDX-License-Identifier: BSD-3-Clause
//
// The table of routes: whatever falls out of it, a route's facts are those of its two hosts.
#include "models/network/routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/platform/platform.h"
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

}  // namespace
}  // namespace smpi::models
