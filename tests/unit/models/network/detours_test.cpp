// SPDX-License-Identifier: BSD-3-Clause
//
// Ways around links that are off (MODELS 11.9): which pairs move, where to, and what it costs them.
#include "models/network/detours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "kernel/error.h"
#include "models/network/network.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

constexpr double cable_bytes_per_s = 1e9;
constexpr double size_bytes = 2e9;

Platform platform_of(const std::string& text, const std::string& link = "1GBps,0us") {
  Platform platform = make_short_platform(
      text, {.host_speed = "1Gf", .link = link, .core_count = 1, .loopback = ""});
  // Says that links may fail; nobody plays it here.
  platform.profiles.push_back(
      {.target = Platform::TimedProfile::Target::link_state, .id = 0, .profile = {}});
  return platform;
}

// Links whose name has all of `parts`.
std::vector<LinkId> links_named(const Platform& platform, const std::vector<std::string>& parts) {
  std::vector<LinkId> found;
  for (LinkId link = 0; link < platform.links.count(); link++) {
    const std::string name(platform.links.name[link]);
    if (std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
          return name.find(part) != std::string::npos;
        })) {
      found.push_back(link);
    }
  }
  return found;
}

// Flows of size_bytes, of which each host sends one to the host `distance` further.
class Exchange {
 public:
  Exchange(Platform hardware, const std::string& options_text, HostId distance)
      : platform(std::move(hardware)) {
    options.declare(Network::options());
    options.set_from_argument("network/model:raw network/header-size:0 " + options_text);
    network = Network::make(engine, platform, options);
    end_s.resize(platform.hosts.count(), -1);
    engine.spawn(
        [this, distance] {
          const auto count = static_cast<HostId>(platform.hosts.count());
          for (HostId host = 0; host < count; host++) start(host, (host + distance) % count);
        },
        nullptr);
  }

  void start(HostId from, HostId to) {
    network->start({.source = from,
                    .destination = to,
                    .size_bytes = size_bytes,
                    .done =
                        [](void* self, std::uint32_t host) {
                          auto* exchange = static_cast<Exchange*>(self);
                          exchange->end_s[host] = exchange->engine.now_s();
                        },
                    .owner = this,
                    .argument = from});
  }
  // At `time_s`, all of them.
  void turn(double time_s, std::vector<LinkId> links, bool on) {
    engine.spawn(
        [this, time_s, links, on] {
          engine.sleep(time_s);
          for (const LinkId link : links) {
            platform.links.is_on[link] = on ? 1 : 0;
            network->link_changed(link);
          }
        },
        nullptr);
  }
  void run() {
    engine.spawn([this] { engine.sleep(1000); }, nullptr);
    engine.run();
  }

  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Network> network;
  std::vector<double> end_s;
};

// Four leaves of four hosts, four roots. Each leaf's hosts send over one root each, at the full
// rate. A root goes off at half: its four flows, one of each leaf, move to port number (old port
// mod 3) of the three that are left, and share it there with one more.
class RootOff : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RootOff, MovesItsPairsOnly) {
  const std::uint32_t root = GetParam();
  Exchange exchange(platform_of("fat-tree:2;4,4;1,4;1,1"), "", 4);
  exchange.turn(1, links_named(exchange.platform, {"_link_1.", "_port_" + std::to_string(root)}),
                false);
  exchange.run();
  std::vector<std::uint32_t> alive;
  for (std::uint32_t port = 0; port < 4; port++) {
    if (port != root) alive.push_back(port);
  }
  const std::uint32_t shared = alive[root % 3];
  for (HostId host = 0; host < 16; host++) {
    const std::uint32_t port = host % 4;  // of the destination's number, by D-mod-k
    const bool shares = port == root || port == shared;
    EXPECT_DOUBLE_EQ(exchange.end_s[host], shares ? 3 : 2) << host;
  }
}

INSTANTIATE_TEST_SUITE_P(OfFour, RootOff, testing::Range(0U, 4U));

// Until the delay is over the flows of the root stand still, the others do not.
TEST(Reroute, DelayStopsTheFlowsOfTheLink) {
  Exchange exchange(platform_of("fat-tree:2;4,4;1,4;1,1"), "network/reroute-delay:0.25", 4);
  exchange.turn(1, links_named(exchange.platform, {"_link_1.", "_port_0"}), false);
  exchange.run();
  // Flows over root 1 are alone until 1.25, then share with those of root 0, and end at 2.75;
  // those of root 0 sent 1 GB before and 0.75 GB by then, and are alone again.
  for (HostId host = 0; host < 16; host++) {
    const double wanted = host % 4 == 0 ? 3 : host % 4 == 1 ? 2.75 : 2;
    EXPECT_DOUBLE_EQ(exchange.end_s[host], wanted) << host;
  }
}

TEST(Reroute, ALinkThatIsBackBeforeTheDelayChangesNoWay) {
  Exchange exchange(platform_of("fat-tree:2;4,4;1,4;1,1"), "network/reroute-delay:0.5", 4);
  const std::vector<LinkId> links = links_named(exchange.platform, {"_link_1.", "_port_0"});
  exchange.turn(1, links, false);
  exchange.turn(1.25, links, true);
  exchange.run();
  for (HostId host = 0; host < 16; host++) {
    EXPECT_DOUBLE_EQ(exchange.end_s[host], host % 4 == 0 ? 2.25 : 2) << host;
  }
}

TEST(Reroute, WaitIsWhatItSays) {
  Exchange exchange(platform_of("fat-tree:2;4,4;1,4;1,1"), "network/on-failure:wait", 4);
  const std::vector<LinkId> links = links_named(exchange.platform, {"_link_1.", "_port_0"});
  exchange.turn(1, links, false);
  exchange.turn(11, links, true);
  exchange.run();
  for (HostId host = 0; host < 16; host++) {
    EXPECT_DOUBLE_EQ(exchange.end_s[host], host % 4 == 0 ? 12 : 2) << host;
  }
}

// The new route's latency is paid once: four links of 1 ms each.
TEST(Reroute, CostsTheLatencyOfTheNewWay) {
  Exchange exchange(platform_of("fat-tree:2;4,4;1,4;1,1", "1GBps,1ms"), "network/crosstraffic:no",
                    4);
  exchange.turn(1.004, links_named(exchange.platform, {"_link_1.", "_port_0"}), false);
  exchange.run();
  // The flows over root 1 have 1 GB left at 1.004 s, run alone to 1.008 s and share from then on.
  EXPECT_NEAR(exchange.end_s[1], 1.008 + 2 * 0.996, 1e-9);
  EXPECT_NEAR(exchange.end_s[0], 1.008 + 2 * 0.996 + 0.004, 1e-9);
  EXPECT_NEAR(exchange.end_s[2], 2.004, 1e-9);
}

// With no way left a flow stands, and goes on by whatever link is back first.
TEST(Reroute, FlowsWithoutAWayWait) {
  Exchange exchange(platform_of("fat-tree:2;4,4;1,4;1,1"), "", 4);
  exchange.turn(1, links_named(exchange.platform, {"_link_1.0_"}), false);  // all of the first leaf
  exchange.turn(5, links_named(exchange.platform, {"_link_1.0_port_2"}), true);
  exchange.run();
  // Its four flows share one cable up: 1 GB each.
  for (HostId host = 0; host < 4; host++) EXPECT_DOUBLE_EQ(exchange.end_s[host], 9) << host;
  for (HostId host = 4; host < 12; host++) EXPECT_DOUBLE_EQ(exchange.end_s[host], 2) << host;
}

// Flows and acknowledgements of all pairs find ways around each single cable of a torus' ring,
// a dragonfly, HyperX and a Slim Fly; none uses the dead cable.
class OneCableOff : public testing::TestWithParam<const char*> {};

TEST_P(OneCableOff, IsAvoided) {
  Platform platform = platform_of(GetParam());
  const HostWays some = ways_between(platform, 0, static_cast<HostId>(platform.hosts.count() - 1));
  ASSERT_NE(some.ways, nullptr);
  const CableLinks cables = some.ways->cable_links();
  Route route;
  int moved = 0;
  for (LinkId link = cables.first_between_routers; link < cables.end; link += 7) {
    Detours detours(platform);
    detours.set_dead(link, true);
    for (HostId from = 0; from < platform.hosts.count(); from += 5) {
      for (HostId to = 0; to < platform.hosts.count(); to += 3) {
        if (from == to) continue;
        const Choice choice = detours.around(from, to, 0);
        ASSERT_TRUE(find_way(platform, from, to, choice, route));
        EXPECT_FALSE(detours.crosses_dead(route)) << from << " to " << to << " link " << link;
        platform.route(from, to, route);
        EXPECT_EQ(choice != 0, detours.crosses_dead(route));
        moved += choice != 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(moved, 0);
}

INSTANTIATE_TEST_SUITE_P(Topologies, OneCableOff,
                         testing::Values("fat-tree:3;4,4,4;1,2,2;1,1,2", "df:2,4,2,9",
                                         "df+:2,2,2,2,5", "torus:4x4x4", "mesh:4x4x4",
                                         "hypercube:5", "polarfly:5;hosts=3",
                                         "jellyfish:20,5;hosts=2;seed=1", "express-mesh:8x8;gap=3",
                                         "kary-tree:4,3", "slimfly:5;hosts=4",
                                         "hyperx:4x4x4;hosts=4"));

TEST(Detours, AreTakenWhenNoMinimalWayIsLeft) {
  const Platform platform = platform_of("df:2,4,2,9");
  Route route;
  platform.route(0, 70, route);
  Detours detours(platform);
  detours.set_dead(route.links[route.links.size() - 2], true);  // the global cable
  const Choice choice = detours.around(0, 70, 0);
  EXPECT_EQ(kind_of(choice), WayKind::valiant);
  EXPECT_EQ(detours.around(0, 1, 0), 0U);
  // The cable of a host has no other way.
  platform.route(0, 1, route);
  detours.set_dead(route.links[0], true);
  EXPECT_EQ(detours.around(0, 1, 0), 0U);
}

TEST(FailureOptions, AreChecked) {
  for (const char* text : {"network/on-failure:rerout", "network/reroute-delay:-1"}) {
    kernel::Options options;
    options.declare(Network::options());
    options.set_from_argument(text);
    kernel::Engine engine;
    Platform platform = platform_of("star:2");
    EXPECT_THROW(Network::make(engine, platform, options), kernel::InputError) << text;
  }
}

}  // namespace
}  // namespace smpi::models
