// SPDX-License-Identifier: BSD-3-Clause
//
// What topologies and policies can carry at most, and how much of it they carry when all hosts send
// all the time.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel/random_stream.h"
#include "models/network/network.h"
#include "models/packet/partition.h"
#include "models/packet/platform_paths.h"
#include "models/readers/short_platform.h"

namespace smpi::models::packet {
namespace {

constexpr double bytes_per_s = 10e9;

struct Load : Owner {
  void delivered(MessageId, const Labels& labels, Picoseconds now) override {
    ends.push_back(now);
    last_of_host[labels[0]] = now;
    bytes.push_back(labels[1]);
  }
  void departed(const Labels&, Picoseconds) override {}
  void due(std::uint32_t, std::uint32_t, Picoseconds) override {}
  std::vector<Picoseconds> ends;
  std::vector<std::uint64_t> bytes;
  std::vector<Picoseconds> last_of_host;
};

// Every host sends `count` messages at once, number i to target(host, i).
template <class Target>
Load send_all(const std::string& topology, const std::string& routing, std::uint32_t count,
              std::uint64_t size_bytes, Target target) {
  const Platform platform = make_short_platform(
      topology, {.host_speed = "1Gf", .link = "10GBps,100ns", .core_count = 1, .loopback = ""});
  kernel::Options options;
  options.declare(Network::options());
  options.declare(Config::options());
  options.set("network/model", "packet");
  options.set("network/routing", routing);
  options.set("network/adaptive-min-size", "0");
  const Config config(options);
  const Fabric fabric(platform, config);
  Ports ports(fabric.port_count(), fabric.channel_count());
  ports.count_load();
  fabric.fill(ports);
  PlatformPaths paths(platform, fabric, config, nullptr);
  Load load;
  const auto host_count = static_cast<HostId>(platform.hosts.count());
  load.last_of_host.assign(host_count, 0);
  Partition partition(ports, config.rules, paths, load, fabric.least_reach());
  const std::uint64_t wire = size_bytes + packet_count(config.rules, size_bytes) * 30;
  for (HostId host = 0; host < host_count; host++) {
    for (std::uint32_t i = 0; i < count; i++) {
      partition.start(0, {host, target(host, i, host_count), size_bytes, {host, wire}});
    }
  }
  partition.run_until(never);
  EXPECT_EQ(load.ends.size(), std::size_t{count} * host_count);
  return load;
}

// The bytes per second that a host gets through, of payload and headers, until the first one has
// nothing left to send.
double rate_of_host(const Load& load) {
  const Picoseconds first = *std::min_element(load.last_of_host.begin(), load.last_of_host.end());
  double bytes = 0;
  for (std::size_t i = 0; i < load.ends.size(); i++) {
    if (load.ends[i] <= first) bytes += static_cast<double>(load.bytes[i]);
  }
  return bytes / to_seconds(first) / static_cast<double>(load.last_of_host.size());
}

HostId random_other(kernel::RandomStream& stream, HostId host, HostId count) {
  const auto other = static_cast<HostId>(kernel::draw_below(stream, count - 1));
  return other < host ? other : other + 1;
}

// A k-ary torus, uniform random traffic: a host gets at most 8 b/k through, here b.
TEST(FullLoad, UniformTrafficOnATorus) {
  for (const char* routing : {"minimal", "adaptive"}) {
    kernel::RandomStream stream(1, 2);
    const Load load =
        send_all("torus:8x8x8", routing, 40, 4096, [&](HostId host, std::uint32_t, HostId count) {
          return random_other(stream, host, count);
        });
    EXPECT_LE(rate_of_host(load), bytes_per_s) << routing;
    EXPECT_GE(rate_of_host(load), 0.6 * bytes_per_s) << routing;
  }
}

// A fat tree of full bisection with D-mod-k: messages of a shift never meet (Zahavi 2010), so each
// takes what it takes alone: 2 l L + (2 l - 1) R + S/B if it goes up l levels.
TEST(FullLoad, ShiftsOnAFatTreeNeverMeet) {
  constexpr std::uint64_t size_bytes = 1 << 20;
  for (HostId shift = 1; shift < 64; shift += 5) {
    const Load load =
        send_all("fat-tree:3;4,4,4;1,4,4;1,1,1", "minimal", 1, size_bytes,
                 [&](HostId host, std::uint32_t, HostId count) { return (host + shift) % count; });
    for (HostId host = 0; host < 64; host++) {
      const HostId target = (host + shift) % 64;
      const int levels = host / 4 == target / 4 ? 1 : host / 16 == target / 16 ? 2 : 3;
      const double expected_s = (4 * levels - 1) * 100e-9 + (size_bytes + 256 * 30) / bytes_per_s;
      EXPECT_NEAR(to_seconds(load.last_of_host[host]), expected_s, 256e-12) << host << shift;
    }
  }
}

// A dragonfly of a routers a group with p hosts each, all hosts of a group send to the next one
// over its single global cable: minimal ways carry b/(a p) a host, Valiant ways at most b/2 in the
// balanced case a = 2 p = 2 h. UGAL and PAR use both.
TEST(FullLoad, GroupToGroupOnADragonfly) {
  const auto rate = [](const char* routing) {
    kernel::RandomStream stream(3, 4);
    return rate_of_host(
        send_all("df:2,4,2,9", routing, 300, 4096, [&](HostId host, std::uint32_t, HostId count) {
          const HostId group = (host / 8 + 1) % (count / 8);
          return group * 8 + static_cast<HostId>(kernel::draw_below(stream, 8));
        }));
  };
  const double minimal = rate("minimal");
  const double valiant = rate("valiant");
  EXPECT_LE(minimal, bytes_per_s / 8 * 1.01);
  EXPECT_GE(minimal, bytes_per_s / 8 * 0.9);
  EXPECT_LE(valiant, bytes_per_s / 2);
  EXPECT_GE(valiant, 0.8 * bytes_per_s / 2);
  EXPECT_GT(rate("ugal-l"), 2 * minimal);
  EXPECT_GE(rate("par"), 0.9 * valiant);
}

}  // namespace
}  // namespace smpi::models::packet
