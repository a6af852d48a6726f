// SPDX-License-Identifier: BSD-3-Clause
//
// The engine against the reference on random platforms: topologies of random shape, with the ways,
// channels and buffers that they get in a run. The same picoseconds for each message, bytes and
// waiting times for each link.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "kernel/random_stream.h"
#include "models/network/network.h"
#include "models/packet/partition.h"
#include "models/packet/platform_paths.h"
#include "models/readers/short_platform.h"
#include "reference.h"

namespace smpi::models::packet {
namespace {

using kernel::RandomStream;

int draw(RandomStream& stream, int low, int high) {
  return low + static_cast<int>(draw_below(stream, static_cast<std::size_t>(high - low + 1)));
}

template <class Item>
Item one_of(RandomStream& stream, std::initializer_list<Item> items) {
  return *(items.begin() + draw_below(stream, items.size()));
}

std::string draw_topology(RandomStream& stream) {
  const auto number = [&](int low, int high) { return draw(stream, low, high); };
  switch (number(0, 8)) {
    case 0:
      return fmt::format("star:{}", number(2, 12));
    case 1:
      return fmt::format("torus:{}x{}", number(2, 6), number(2, 6));
    case 2:
      return fmt::format("torus:{}x{}x{}", number(2, 4), number(2, 4), number(2, 4));
    case 3:
      return fmt::format("mesh:{}x{}", number(2, 5), number(2, 5));
    case 4:
      return fmt::format("fat-tree:2;{},{};1,{};1,{}", number(2, 6), number(2, 5), number(1, 4),
                         number(1, 2));
    case 5:
      return fmt::format("fat-tree:3;{},{},{};1,{},{};1,1,{}", number(2, 3), number(2, 3),
                         number(2, 3), number(1, 2), number(1, 3), number(1, 2));
    case 6:
      return fmt::format("hyperx:{}x{};hosts={}", number(2, 4), number(2, 4), number(1, 3));
    case 7:
      return one_of<const char*>(stream, {"df:2,4,2,9", "df:2,3,2,3", "df+:2,2,2,2,5",
                                          "dragonfly:3,4;2,3;3,2;2", "slimfly:5;hosts=1"});
    default:
      return fmt::format("jellyfish:{},{};seed={};hosts={}", 2 * number(4, 7), number(3, 4),
                         number(1, 99), number(1, 2));
  }
}

std::string draw_options(RandomStream& stream) {
  return fmt::format(
      "network/model:packet network/adaptive-min-size:0 network/routing:{} packet/mtu:{} "
      "packet/header:{} packet/router-delay:{}ns packet/credit-delay:{}ns packet/switching:{} "
      "packet/arbiter:{} packet/queueing:{} packet/injection:{} packet/crossbar-speedup:{} "
      "packet/buffer:{}",
      one_of<const char*>(stream, {"minimal", "minimal", "ecmp", "dmodk", "smodk"}),
      one_of(stream, {64, 500, 1000}), one_of(stream, {0, 30}), one_of(stream, {0, 40, 100}),
      one_of(stream, {0, 100}),
      one_of<const char*>(stream, {"cut-through", "cut-through", "store-and-forward"}),
      one_of<const char*>(stream, {"age", "age", "rr"}),
      one_of<const char*>(stream, {"voq", "voq", "fifo"}),
      one_of<const char*>(stream, {"fcfs", "round-robin"}), one_of(stream, {0, 0, 1, 2}),
      one_of<const char*>(stream, {"1100B", "2200B", "auto", "unlimited"}));
}

class Ends : public Owner {
 public:
  explicit Ends(std::size_t count) : ends(count, never) {}
  void delivered(MessageId, const Labels& labels, Picoseconds now) override {
    ends[labels[0]] = now;
  }
  void departed(const Labels&, Picoseconds) override {}
  void due(std::uint32_t, std::uint32_t, Picoseconds) override {}
  std::vector<Picoseconds> ends;
};

void compare(std::uint64_t seed) {
  RandomStream stream(seed, 0);
  const std::string topology = draw_topology(stream);
  const std::string settings = draw_options(stream);
  const Platform platform = make_short_platform(
      topology, {.host_speed = "1Gf",
                 .link = one_of<const char*>(stream, {"1GBps,100ns", "12.5GBps,25ns"}),
                 .core_count = 1,
                 .loopback = ""});
  SCOPED_TRACE(fmt::format("seed {}: {} with {}", seed, topology, settings));
  kernel::Options options;
  options.declare(Network::options());
  options.declare(Config::options());
  options.set_from_argument(settings);
  const Config config(options);
  const Fabric fabric(platform, config);
  PlatformPaths paths(platform, fabric, config, nullptr);
  Ports ports(fabric.port_count(), fabric.channel_count());
  ports.count_load();
  fabric.fill(ports);
  std::vector<PortFacts> facts;
  for (PortId port = 0; port < fabric.port_count(); port++) facts.push_back(fabric.facts(port));
  Reference reference(facts, config.rules);

  const int message_count = draw(stream, 1, 40);
  Ends ends(static_cast<std::size_t>(message_count));
  Partition partition(ports, config.rules, paths, ends, fabric.least_reach());
  std::map<HostId, std::uint32_t> numbers;  // of messages, by source
  const auto host_count = static_cast<HostId>(platform.hosts.count());
  Picoseconds start = 0;
  for (int message = 0; message < message_count; message++) {
    start += draw(stream, 0, 2) * 50'000;
    const auto source = static_cast<HostId>(draw_below(stream, host_count));
    const auto target =
        static_cast<HostId>((source + 1 + draw_below(stream, host_count - 1)) % host_count);
    const auto size_bytes = one_of<std::uint64_t>(stream, {0, 1, 64, 3000, 20'000});
    Reference::Message expected{
        .start = start, .host = source, .size_bytes = size_bytes, .way = {}};
    paths.find({.source = source,
                .destination = target,
                .size_bytes = size_bytes,
                .number = numbers[source]++},
               expected.way);
    reference.add(expected);
    partition.start(start, {source, target, size_bytes, {static_cast<std::uint64_t>(message), 0}});
  }
  ASSERT_TRUE(reference.run());
  partition.run_until(never);
  for (int message = 0; message < message_count; message++) {
    const auto number = static_cast<std::size_t>(message);
    ASSERT_EQ(ends.ends[number], reference.end_of(number)) << "message " << message;
  }
  for (PortId port = 0; port < fabric.port_count(); port++) {
    ASSERT_EQ(ports.counters(port).bytes, reference.load(port).bytes) << "port " << port;
    ASSERT_EQ(ports.counters(port).waiting, reference.load(port).waiting) << "port " << port;
  }
  EXPECT_TRUE(reference.is_balanced());
  EXPECT_EQ(partition.packets_under_way(), 0U);
}

TEST(RandomPlatforms, SamePicoseconds) {
  const bool is_full_run = std::getenv("SMPI_ALL_PLATFORMS") != nullptr;
  const std::uint64_t count = is_full_run ? 20'000 : 500;
  for (std::uint64_t seed = 0; seed < count && !testing::Test::HasFatalFailure(); seed++) {
    compare(seed);
  }
}

}  // namespace
}  // namespace smpi::models::packet
