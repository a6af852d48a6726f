// SPDX-License-Identifier: BSD-3-Clause
//
// Packets behind the interface of networks: times of lone messages on platforms, handshakes,
// messages inside hosts, cancelled ones, links that go off, who watches, and what is refused.
#include "models/packet/packet_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/readers/short_platform.h"

namespace smpi::models::packet {
namespace {

constexpr double mtu = 4096, header = 30;

// Messages on a short platform, whose ends go to ends[index of the call].
struct PacketNetworkTest : testing::Test {
  void make(const std::string& text, const std::string& config = "",
            const std::string& link = "10GBps,1us") {
    platform = make_short_platform(
        text, {.host_speed = "1Gf", .link = link, .core_count = 1, .loopback = ""});
    make_on_platform(config);
  }
  void make_on_platform(const std::string& config) {
    options.declare(Network::options());
    options.declare(Config::options());
    options.set("network/model", "packet");
    options.set_from_argument(config);
    network = Network::make(engine, platform, options);
  }
  static void note_end(void* self, std::uint32_t index) {
    auto* test = static_cast<PacketNetworkTest*>(self);
    test->ends[index] = test->engine.now_s();
  }
  void at(double time_s, HostId source, HostId destination, double size_bytes) {
    plans.push_back({source, destination, size_bytes});
    ends.push_back(-1);
    flows.push_back(0);
    engine.events().schedule(
        time_s, kernel::Priority::timer,
        [](void* self, std::uint32_t index) {
          auto* test = static_cast<PacketNetworkTest*>(self);
          const Plan& plan = test->plans[index];
          test->flows[index] = test->network->start({.source = plan.source,
                                                     .destination = plan.destination,
                                                     .size_bytes = plan.size_bytes,
                                                     .done = note_end,
                                                     .owner = self,
                                                     .argument = index});
        },
        this, static_cast<std::uint32_t>(plans.size() - 1));
  }
  void call_at(double time_s, kernel::EventHandler handler) {
    engine.events().schedule(time_s, kernel::Priority::timer, handler, this, 0);
  }
  void run() {
    engine.spawn([this] { engine.sleep(1e4); }, nullptr);
    engine.run();
  }
  PacketNetwork& packets() { return dynamic_cast<PacketNetwork&>(*network); }

  struct Plan {
    HostId source;
    HostId destination;
    double size_bytes;
  };
  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Network> network;
  std::vector<Plan> plans;
  std::vector<double> ends;
  std::vector<FlowId> flows;
  AnnouncementId announcement = no_announcement;
  std::vector<double> usages;
};

// A star: two links and a router: 2 L + R + (1000 + 30)/B.
TEST_F(PacketNetworkTest, AMessageOverASwitch) {
  make("star:2");
  at(0, 0, 1, 1000);
  run();
  EXPECT_NEAR(ends[0], 2e-6 + 100e-9 + 1030 / 10e9, 2e-12);
  EXPECT_EQ(network->uncontended_time_s(0, 1, 1000), ends[0]);
}

// A torus: hosts are routers, and each cable ends at one: 3 L + 3 R + S/B over three cables.
TEST_F(PacketNetworkTest, AMessageOverATorus) {
  make("torus:4x4");
  at(0, 0, 9, 2 * mtu);  // (0,0) to (1,2)
  run();
  EXPECT_NEAR(ends[0], 3e-6 + 3 * 100e-9 + 2 * (mtu + header) / 10e9, 8e-12);
}

// With a card of its own: into the network and out of it at the speed of the card, R behind the
// cable. The cable is twice as fast, so half of a packet's time goes by before it can begin.
TEST_F(PacketNetworkTest, NetworkCardsOfATorus) {
  make("torus:4x4", "packet/nic-bandwidth:5GBps");
  at(0, 0, 1, 1000);
  at(0, 0, 4, 1000);
  run();
  const double wire_s = 1030 / 5e9;
  EXPECT_NEAR(ends[0], 1e-6 + 100e-9 + 1.5 * wire_s, 4e-12);
  EXPECT_NEAR(ends[1], 1e-6 + 100e-9 + 2.5 * wire_s, 4e-12);
}

TEST_F(PacketNetworkTest, MessagesInsideAHost) {
  make("star:2", "network/loopback-bw:2e9 network/loopback-lat:1e-6");
  at(1, 1, 1, 1e6);
  run();
  EXPECT_NEAR(ends[0], 1 + 1e-6 + 1e6 / 2e9, 1e-12);
}

// Two senders, one receiver: packets take turns at its cable, and the last one ends when all bytes
// have crossed it.
TEST_F(PacketNetworkTest, TwoMessagesShareALink) {
  make("star:3");
  at(0, 0, 2, 100 * mtu);
  at(0, 1, 2, 100 * mtu);
  run();
  const double packet_s = (mtu + header) / 10e9;
  EXPECT_NEAR(std::max(ends[0], ends[1]), 2e-6 + 100e-9 + 200 * packet_s, 1e-9);
  EXPECT_NEAR(ends[0], ends[1], 1.01 * packet_s);
}

// A receive that comes late finds the announcement there: the answer and the data follow. One that
// is early waits for all three messages.
TEST_F(PacketNetworkTest, Handshake) {
  make("star:2");
  ASSERT_TRUE(network->traits().wants_announcements);
  const auto announce = [](void* self, std::uint32_t) {
    auto* test = static_cast<PacketNetworkTest*>(self);
    test->announcement = test->network->announce(0, 1);
  };
  const auto start = [](void* self, std::uint32_t) {
    auto* test = static_cast<PacketNetworkTest*>(self);
    test->network->start({.source = 0,
                          .destination = 1,
                          .size_bytes = 1e6,
                          .done = note_end,
                          .owner = self,
                          .argument = 0,
                          .announcement = test->announcement});
  };
  ends.assign(1, -1);
  call_at(0, announce);
  call_at(1, start);
  call_at(2, [](void* self, std::uint32_t) {
    auto* test = static_cast<PacketNetworkTest*>(self);
    const double control_s = 2.1e-6 + 94 / 10e9;
    const double data_s = 2.1e-6 + (1e6 + 245 * header) / 10e9;
    EXPECT_NEAR(test->ends[0], 1 + control_s + data_s, 1e-9);
  });
  call_at(3, announce);
  call_at(3, start);
  run();
  const double control_s = 2.1e-6 + 94 / 10e9;
  const double data_s = 2.1e-6 + (1e6 + 245 * header) / 10e9;
  EXPECT_NEAR(ends[0], 3 + 2 * control_s + data_s, 1e-9);
}

TEST_F(PacketNetworkTest, ACancelledFlowLeavesTheLinkToOthers) {
  make("star:3");
  at(0, 0, 2, 1e9);
  at(0, 1, 2, 1e6);
  call_at(1e-5, [](void* self, std::uint32_t) {
    auto* test = static_cast<PacketNetworkTest*>(self);
    test->network->cancel(test->flows[0]);
  });
  run();
  EXPECT_EQ(ends[0], -1);
  // Alone after 10 us, in which it had half of the link.
  EXPECT_NEAR(ends[1], 2.1e-6 + (1e6 + 245 * header) / 10e9 + 5e-6, 3e-6);
  EXPECT_EQ(packets().flow_count(), 0U);
}

// Bytes over a link are what observers integrate.
TEST_F(PacketNetworkTest, ObserversSeeTheBytesOfALink) {
  make("star:2");
  static double bytes, since_s;
  bytes = since_s = 0;
  network->add_usage_observer(
      [](void* self, std::uint32_t link) {
        auto* test = static_cast<PacketNetworkTest*>(self);
        if (link != *test->platform.find_link("star_link_0_UP")) return;
        bytes += test->network->link_usage_bytes_per_s(link) * (test->engine.now_s() - since_s);
        since_s = test->engine.now_s();
      },
      this);
  at(1, 0, 1, 1e6);
  at(2, 0, 1, 1000);
  run();
  EXPECT_NEAR(bytes, 1e6 + 245 * header + 1030, 1);
}

// The first half of a message is through when its link goes off for a second; the rest comes after.
TEST_F(PacketNetworkTest, MessagesWaitForALinkThatIsOff) {
  platform = make_short_platform(
      "star:2", {.host_speed = "1Gf", .link = "1GBps,1us", .core_count = 1, .loopback = ""});
  make_on_platform("network/on-failure:wait");
  at(0, 0, 1, 1e9);
  const auto set = [](void* self, bool is_on) {
    auto* test = static_cast<PacketNetworkTest*>(self);
    const LinkId link = *test->platform.find_link("star_link_1_DOWN");
    test->platform.links.is_on[link] = is_on ? 1 : 0;
    test->network->link_changed(link);
  };
  static const auto set_now = set;
  call_at(0.5, [](void* self, std::uint32_t) { set_now(self, false); });
  call_at(1.5, [](void* self, std::uint32_t) { set_now(self, true); });
  run();
  EXPECT_NEAR(ends[0], 2 + 244141 * header / 1e9, 1e-4);
}

TEST_F(PacketNetworkTest, NicLooksAtBothEndsOnly) {
  make("star:3", "network/model:nic");
  at(0, 0, 2, 1e6);
  at(0, 1, 2, 1e6);
  run();
  const double wire_s = (1e6 + 245 * header) / 10e9;
  EXPECT_NEAR(ends[0], 2.1e-6 + wire_s, 1e-9);
  EXPECT_NEAR(ends[1], 2.1e-6 + 2 * wire_s, 1e-9);
  EXPECT_EQ(network->uncontended_time_s(0, 2, 1e6), ends[0]);
}

TEST_F(PacketNetworkTest, ReserveQueuesPacketsAtEachLink) {
  make("star:3", "network/model:reserve");
  at(0, 0, 2, 1e6);
  at(0, 1, 2, 1e6);
  run();
  const double wire_s = (1e6 + 245 * header) / 10e9;
  EXPECT_NEAR(ends[1], 2.1e-6 + 2 * wire_s, 1e-9);
  EXPECT_NEAR(ends[0], ends[1], 1.01 * (mtu + header) / 10e9);
}

TEST_F(PacketNetworkTest, ALoneMessageIsTheSameInAllThreeModels) {
  for (const char* text : {"star:4", "torus:4x4", "fat-tree:2;4,4;1,4;1,1", "df:2,4,2,9"}) {
    double times_s[3];
    for (const char* model : {"nic", "reserve", "packet"}) {
      kernel::Engine own;
      Platform machine = make_short_platform(
          text, {.host_speed = "1Gf", .link = "10GBps,1us", .core_count = 1, .loopback = ""});
      kernel::Options own_options;
      own_options.declare(Network::options());
      own_options.declare(Config::options());
      own_options.set("network/model", model);
      const auto own_network = Network::make(own, machine, own_options);
      const auto last = static_cast<HostId>(machine.hosts.count() - 1);
      times_s[static_cast<std::size_t>(*model_of(own_options))] =
          own_network->uncontended_time_s(0, last, 1e6);
    }
    EXPECT_NEAR(times_s[0], times_s[2], 245e-12) << text;
    EXPECT_EQ(times_s[1], times_s[2]) << text;
  }
}

}  // namespace
}  // namespace smpi::models::packet
