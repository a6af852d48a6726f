// SPDX-License-Identifier: BSD-3-Clause
//
// No circle of waits on any topology with any policy that it offers; the smallest legal buffers
// under ten times the load that saturates them; and what happens with one channel less.
#include "models/packet/circles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "models/network/network.h"
#include "models/packet/partition.h"
#include "models/packet/platform_paths.h"
#include "models/platform/zone.h"
#include "models/readers/short_platform.h"
#include "models/readers/xml_platform.h"

namespace smpi::models::packet {
namespace {

struct Case {
  const char* topology;
  const char* routing;
};

// Each policy of docs/topologies.md that routers do not decide, where the topology has it.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const auto add = [&](std::initializer_list<const char*> topologies,
                       std::initializer_list<const char*> policies) {
    for (const char* topology : topologies) {
      for (const char* routing : policies) cases.push_back({topology, routing});
    }
  };
  const auto common = {"minimal", "ecmp", "random", "dmodk", "smodk", "spread"};
  const auto detours = {"valiant", "valiant-spread"};
  add({"star:6", "fat-tree:2;3,4;2,2;1,2", "kary-tree:2,3", "clos:4"}, common);
  add({"fat-tree:3;2,2,3;1,2,2;2,1,2", "star:4;rails=2", "fat-tree:2;3,2;1,2;1,1;rails=2"}, common);
  const auto others = {"torus:5x4",
                       "torus:3x2x4",
                       "torus:8",
                       "mesh:4x3x2",
                       "hypercube:4",
                       "hyperx:3x4;hosts=2",
                       "hyperx:3x3;width=2;parallel=separate",
                       "flattened-butterfly:3,3",
                       "express-mesh:7x4;gap=3",
                       "dragonfly:3,4;2,3;3,2;2",
                       "df:2,4,2,9",
                       "df:2,3,2,3",
                       "df+:2,2,2,2,5",
                       "slimfly:5;hosts=1",
                       "polarfly:3",
                       "jellyfish:16,4;seed=3",
                       "torus:4x3;rails=2"};
  add(others, common);
  add(others, detours);
  add({"jellyfish:16,4;seed=3"}, {"ksp:4"});
  return cases;
}

kernel::Options options_of(const std::string& routing, const std::string& more = "") {
  kernel::Options options;
  options.declare(Network::options());
  options.declare(Config::options());
  options.set("network/model", "packet");
  options.set("network/routing", routing);
  options.set("network/adaptive-min-size", "0");
  options.set_from_argument(more);
  return options;
}

Platform platform_of(const std::string& topology) {
  return make_short_platform(
      topology, {.host_speed = "1Gf", .link = "10GBps,100ns", .core_count = 1, .loopback = ""});
}

// Ways of the first messages and packets of all pairs.
template <class Visit>
void for_each_way(const Platform& platform, Paths& paths, Visit visit) {
  constexpr std::uint32_t draws = 6;
  std::vector<Hop> hops;
  for (HostId source = 0; source < platform.hosts.count(); source++) {
    for (HostId target = 0; target < platform.hosts.count(); target++) {
      for (std::uint32_t draw = 0; draw < draws && source != target; draw++) {
        hops.clear();
        paths.find({.source = source,
                    .destination = target,
                    .size_bytes = 1,
                    .number = draw,
                    .packet = draw},
                   hops);
        visit(hops);
      }
    }
  }
}

class Circles : public testing::TestWithParam<Case> {};

TEST_P(Circles, NoneOnAnyTopology) {
  const auto& [topology, routing] = GetParam();
  const Platform platform = platform_of(topology);
  const Config config(options_of(routing));
  const Fabric fabric(platform, config);
  PlatformPaths paths(platform, fabric, config, nullptr);
  Waits waits(fabric);
  for_each_way(platform, paths, [&](const std::vector<Hop>& hops) { waits.add(hops); });
  EXPECT_TRUE(waits.find_circle().empty());
  EXPECT_FALSE(fabric.needs_check());
}

// Counts what arrives.
struct Counter : Owner {
  void delivered(MessageId, const Labels&, Picoseconds) override { count++; }
  void departed(const Labels&, Picoseconds) override {}
  void due(std::uint32_t, std::uint32_t, Picoseconds) override {}
  std::size_t count = 0;
};

// Sends random and adversarial messages at once, ten times what buffers of a packet hold; true when
// all are there.
bool all_arrive(const Platform& platform, const Config& config, const Fabric& fabric,
                Paths& paths) {
  Ports ports(fabric.port_count(), fabric.channel_count());
  ports.count_load();
  fabric.fill(ports);
  Counter counter;
  Partition partition(ports, config.rules, paths, counter, fabric.least_reach());
  kernel::RandomStream stream(5, platform.hosts.count());
  const auto host_count = static_cast<HostId>(platform.hosts.count());
  std::size_t sent = 0;
  for (HostId host = 0; host < host_count; host++) {
    for (std::uint32_t i = 0; i < 40; i++) {
      const auto random = static_cast<HostId>(kernel::draw_below(stream, host_count));
      const HostId target = i % 2 == 0 ? random : (host + host_count / 2) % host_count;
      if (target == host) continue;
      partition.start(0, {host, target, 10'000});
      sent++;
    }
  }
  partition.run_until(never);
  for (PortId port = 0; port < fabric.port_count(); port++) {
    for (std::uint8_t channel = 0; channel < fabric.channel_count(); channel++) {
      EXPECT_EQ(partition.credits(port, channel), fabric.facts(port).buffer_bytes);
    }
  }
  return counter.count == sent;
}

bool all_arrive(const Platform& platform, const Config& config) {
  const Fabric fabric(platform, config);
  PlatformPaths paths(platform, fabric, config, nullptr);
  return all_arrive(platform, config, fabric, paths);
}

TEST_P(Circles, SmallestBuffersDeliverEverything) {
  const auto& [topology, routing] = GetParam();
  const Platform platform = platform_of(topology);
  const Config config(options_of(routing, "packet/mtu:1000 packet/buffer:1030"));
  EXPECT_TRUE(all_arrive(platform, config));
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.topology) + "_" + info.param.routing;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Circles, testing::ValuesIn(all_cases()), name_of_case);

// Routers decide: what packets wait for is known when they run.
class Decisions : public Paths {
 public:
  Decisions(Paths& paths, Waits& waits) : paths_(paths), waits_(waits) {}

  Picoseconds find(const Trip& trip, std::vector<Hop>& hops) override {
    paths_.find(trip, hops);
    first_ways_[{trip.source, trip.number}] = hops;
    return 0;
  }
  bool is_decided_by_routers() const override { return true; }
  Decision decide(const Stand& stand, Queues& queues, std::vector<Hop>& hops) override {
    auto& way = ways_[{stand.trip.source, stand.trip.number, stand.trip.packet}];
    if (way.empty()) way = first_ways_[{stand.trip.source, stand.trip.number}];
    const Decision decision = paths_.decide(stand, queues, hops);
    // The rest of the way is what the packet takes unless it is asked again.
    const auto at =
        std::find_if(way.begin(), way.end(), [&](const Hop& hop) { return hop.port == stand.by; });
    SIM_ASSERT(at != way.end(), "a packet is on its way");
    if (decision.is_other) {
      way.erase(at + 1, way.end());
      way.insert(way.end(), hops.begin(), hops.end());
    }
    add_wait(way, stand.by, decision);
    return decision;
  }

 private:
  // From the buffer behind `by` to that behind the next link, if there must be room.
  void add_wait(const std::vector<Hop>& way, PortId by, const Decision& decision) {
    for (std::size_t i = 0; i + 2 < way.size(); i++) {
      if (way[i].port != by) continue;
      const Hop three[] = {way[i], way[i + 1], way[i + 2]};
      if (!decision.has_room) waits_.add(three);
      // What follows without another question.
      if (decision.is_last) waits_.add(std::span(way).subspan(i));
    }
  }

  using Name = std::tuple<HostId, std::uint32_t, std::uint32_t>;
  Paths& paths_;
  Waits& waits_;
  std::map<std::pair<HostId, std::uint32_t>, std::vector<Hop>> first_ways_;  // of messages
  std::map<Name, std::vector<Hop>> ways_;
};

std::vector<Case> decided_cases() {
  std::vector<Case> cases;
  for (const char* topology :
       {"fat-tree:2;3,4;2,2;1,2", "fat-tree:3;2,2,3;1,2,2;2,1,2", "clos:4", "torus:5x4",
        "torus:3x2x4", "mesh:4x3x2", "hypercube:4", "hyperx:3x4;hosts=2", "express-mesh:7x4;gap=3",
        "dragonfly:3,4;2,3;3,2;2", "df:2,4,2,9", "df:2,3,2,3", "df+:2,2,2,2,5", "slimfly:5;hosts=1",
        "polarfly:3", "jellyfish:16,4;seed=3", "fat-tree:2;3,2;1,2;1,1;rails=2"}) {
    cases.push_back({topology, "adaptive"});
  }
  for (const char* topology :
       {"torus:5x4", "mesh:4x3", "hyperx:3x4;hosts=2", "dragonfly:3,4;2,3;3,2;2", "df:2,4,2,9",
        "df+:2,2,2,2,5", "slimfly:5;hosts=1", "jellyfish:16,4;seed=3"}) {
    cases.push_back({topology, "ugal-l"});
  }
  for (const char* topology : {"dragonfly:3,4;2,3;3,2;2", "df:2,4,2,9", "df+:2,2,2,2,5"}) {
    cases.push_back({topology, "par"});
  }
  for (const char* topology : {"hyperx:3x4;hosts=2", "flattened-butterfly:3,3", "hypercube:4"}) {
    cases.push_back({topology, "dal"});
    cases.push_back({topology, "omniwar"});
    cases.push_back({topology, "omniwar:2"});
  }
  return cases;
}

class DecidedCircles : public testing::TestWithParam<Case> {};

TEST_P(DecidedCircles, NoneAndEverythingArrives) {
  const auto& [topology, routing] = GetParam();
  const Platform platform = platform_of(topology);
  const Config config(options_of(routing, "packet/mtu:1000 packet/buffer:1030"));
  const Fabric fabric(platform, config);
  PlatformPaths paths(platform, fabric, config, nullptr);
  Waits waits(fabric);
  Decisions decisions(paths, waits);
  EXPECT_TRUE(all_arrive(platform, config, fabric, decisions));
  EXPECT_TRUE(waits.find_circle().empty());
}

INSTANTIATE_TEST_SUITE_P(All, DecidedCircles, testing::ValuesIn(decided_cases()), name_of_case);

// A torus with bubbles has one channel, and room for two packets is enough.
TEST(Circles, BubblesNeedTwoPackets) {
  for (const char* topology : {"torus:5x4", "torus:3x2x4", "torus:8"}) {
    const Platform platform = platform_of(topology);
    const Config config(
        options_of("minimal", "packet/channels:bubble packet/mtu:1000 packet/buffer:2060"));
    EXPECT_TRUE(all_arrive(platform, config)) << topology;
  }
}

// All packets of a torus in one channel: the checker finds a ring, and the network stands still.
struct OneChannel : Paths {
  explicit OneChannel(Paths& given) : paths(given) {}
  Picoseconds find(const Trip& trip, std::vector<Hop>& hops) override {
    paths.find(trip, hops);
    for (Hop& hop : hops) hop.channel = 0;
    return 0;
  }
  Paths& paths;
};

TEST(Circles, ATorusWithOneChannelLessStandsStill) {
  const Platform platform = platform_of("torus:8");
  const Config config(options_of("minimal", "packet/mtu:1000 packet/buffer:1030"));
  const Fabric fabric(platform, config);
  EXPECT_EQ(fabric.channel_count(), 2U);
  PlatformPaths paths(platform, fabric, config, nullptr);
  OneChannel one(paths);
  Waits waits(fabric);
  for_each_way(platform, one, [&](const std::vector<Hop>& hops) { waits.add(hops); });
  EXPECT_FALSE(waits.find_circle().empty());

  Ports ports(fabric.port_count(), fabric.channel_count());
  fabric.fill(ports);
  Counter counter;
  Partition partition(ports, config.rules, one, counter, fabric.least_reach());
  for (HostId host = 0; host < 8; host++) {
    for (int i = 0; i < 10; i++) partition.start(0, {host, (host + 3) % 8, 10'000});
  }
  partition.run_until(never);
  EXPECT_LT(counter.count, 80U);
  EXPECT_GT(partition.packets_under_way(), 0U);
}

// A file whose hosts are joined in a ring, with routes that go round it.
TEST(Circles, AFileWithARingIsRefused) {
  const std::string text =
      "<?xml version='1.0'?><platform version='4.1'><zone id='z' routing='Full'>"
      "<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><host id='c' speed='1Gf'/>"
      "<link id='ab' bandwidth='1GBps' latency='1us' sharing_policy='SHARED'/>"
      "<link id='bc' bandwidth='1GBps' latency='1us'/><link id='ca' bandwidth='1GBps' "
      "latency='1us'/>"
      "<link id='ina' bandwidth='1GBps' latency='1us'/>"
      "<route src='a' dst='b' symmetrical='NO'>"
      "<link_ctn id='ab'/><link_ctn id='bc'/><link_ctn id='ina'/></route>"
      "<route src='b' dst='c' symmetrical='NO'>"
      "<link_ctn id='bc'/><link_ctn id='ca'/><link_ctn id='ina'/></route>"
      "<route src='c' dst='a' symmetrical='NO'>"
      "<link_ctn id='ca'/><link_ctn id='ab'/><link_ctn id='ina'/></route>"
      "</zone></platform>";
  const std::string path = testing::TempDir() + "ring.xml";
  FILE* file = std::fopen(path.c_str(), "w");
  std::fputs(text.c_str(), file);
  std::fclose(file);
  const Platform platform = read_platform_file(path);
  const auto check = [&](const std::string& more) {
    const Config config(options_of("minimal", more));
    const Fabric fabric(platform, config);
    PlatformPaths paths(platform, fabric, config, nullptr);
    check_for_circles(platform, fabric, paths);
  };
  try {
    check("");
    ADD_FAILURE() << "a ring was not found";
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(error.where().text, "ab -> bc -> ca -> ab");
  }
  EXPECT_NO_THROW(check("packet/buffer:unlimited"));
  EXPECT_NO_THROW(check("packet/channels:hops"));
}

}  // namespace
}  // namespace smpi::models::packet
