// SPDX-License-Identifier: BSD-3-Clause
//
// Energy against closed forms of MODELS 8. Hosts: two cores of 1 Gflop/s, two pstates (1 and 0.5
// Gflop/s) taking 100:120:200 and 90:100:150 W, 10 W when off. Links: 1 GB/s, 1:3 W, 0.5 W off.
#include "models/host/energy.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>

#include "kernel/error.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

struct EnergyTest : testing::Test {
  EnergyTest() {
    platform = make_short_platform(
        "star:2", {.host_speed = "1Gf", .link = "1GBps,0us", .core_count = 2, .loopback = ""});
    options.declare(Network::options());
    options.set_from_argument("network/model:raw network/header-size:0");
  }
  void measure_hosts(const std::string& watts, const std::string& off = "10") {
    for (HostId host = 0; host < 2; host++) {
      platform.hosts.pstate_speed_flops.edit(host) = {1e9, 0.5e9};
      platform.hosts.properties.edit(host) = {{"wattage_per_state", watts}, {"wattage_off", off}};
    }
  }
  void measure_links(const std::string& range) {
    for (LinkId link = 0; link < platform.links.count(); link++) {
      platform.links.properties.edit(link) = {{"wattage_range", range}, {"wattage_off", "0.5"}};
    }
  }
  void make() {
    cpu = std::make_unique<Cpu>(engine, platform, options);
    network = Network::make(engine, platform, options);
    energy = std::make_unique<Energy>(engine, platform, *cpu, *network);
  }
  void send(double size_bytes, HostId source = 0, HostId destination = 1) {
    network->start({.source = source,
                    .destination = destination,
                    .size_bytes = size_bytes,
                    .done = [](void*, std::uint32_t) {},
                    .owner = nullptr,
                    .argument = 0});
  }
  void actor(std::function<void()> body) { engine.spawn(std::move(body), nullptr); }

  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Cpu> cpu;
  std::unique_ptr<Network> network;
  std::unique_ptr<Energy> energy;
};

constexpr const char* host_watts = "100:120:200, 90:100:150";

// 1 s idle, 2 s on one core of two, then idle to 4 s: 100 + 2 x 160 + 100.
// MODELS 8.1.
TEST_F(EnergyTest, AHostTakesMoreTheMoreCoresWork) {
  measure_hosts(host_watts);
  make();
  actor([&] {
    engine.sleep(1);
    cpu->execute(0, 2e9);
    engine.sleep(1);
  });
  engine.run();
  EXPECT_NEAR(energy->host_energy_j(0), 520, 1e-9);
  EXPECT_NEAR(energy->host_energy_j(1), 400, 1e-9);
  EXPECT_NEAR(energy->total_host_energy_j(), 920, 1e-9);
  EXPECT_NEAR(energy->peak().power_w, 260, 1e-9);
  EXPECT_EQ(energy->peak().at_s, 1);
}

// Four executions on two cores: full load until all have ended at 2 s.
TEST_F(EnergyTest, LoadNeverPassesAllCores) {
  measure_hosts(host_watts);
  make();
  for (int i = 0; i < 4; i++) actor([&] { cpu->execute(0, 1e9); });
  engine.run();
  EXPECT_DOUBLE_EQ(engine.now_s(), 2);
  EXPECT_NEAR(energy->host_energy_j(0), 400, 1e-9);
}

// 1 s idle at pstate 0, 1 s idle at pstate 1, 2 s of 1 Gflop at 0.5 Gflop/s on one of two cores,
// 1 s off: 100 + 90 + 2 x 125 + 10.
TEST_F(EnergyTest, PstatesAndOffHaveTheirOwnPower) {
  measure_hosts(host_watts);
  make();
  actor([&] {
    engine.sleep(1);
    cpu->set_pstate(0, 1);
    engine.sleep(1);
    cpu->execute(0, 1e9);
    platform.hosts.is_on[0] = 0;
    cpu->host_changed(0);
    engine.sleep(1);
  });
  engine.run();
  EXPECT_DOUBLE_EQ(engine.now_s(), 5);
  EXPECT_NEAR(energy->host_energy_j(0), 450, 1e-9);
}

// Idle:AllCores is linear from idle: half load takes the mean.
TEST_F(EnergyTest, WithoutEpsilonPowerStartsAtIdle) {
  measure_hosts("100:200,50:60");
  make();
  actor([&] { cpu->execute(0, 1e9); });
  engine.run();
  EXPECT_NEAR(energy->host_energy_j(0), 150, 1e-9);
}

// 1 s of one core polling (load 0.5), 1 s of it beside two computing cores (load stays 1).
// MODELS 8.2 and MODELS 10.5.
TEST_F(EnergyTest, PollingIsLoad) {
  measure_hosts(host_watts);
  make();
  actor([&] {
    energy->set_polling_cores(0, 1);
    engine.sleep(1);
    cpu->execute(0, 1e9);
    energy->set_polling_cores(0, 0);
  });
  actor([&] {
    engine.sleep(1);
    cpu->execute(0, 1e9);
  });
  engine.run();
  EXPECT_NEAR(energy->host_energy_j(0), 160 + 200, 1e-9);
}

// Two executions on two cores, one of class dgemm that takes 100:140:260 W: P = (140 + 120) / 2 +
// (120 + 80) / 2. Four, two of each, share the cores, so the power is the same. MODELS 8.5.
TEST_F(EnergyTest, AClassOfWorkHasAPowerOfItsOwn) {
  measure_hosts(host_watts);
  for (HostId host = 0; host < 2; host++) {
    Properties properties = platform.hosts.properties[host];
    properties["wattage_per_state.dgemm"] = "100:140:260, 90:100:150";
    platform.hosts.properties.edit(host) = properties;
  }
  make();
  const PowerClassId dgemm = energy->power_class("dgemm");
  int started = 0;
  for (const HostId host : {0U, 0U, 1U, 1U, 1U, 1U}) {
    actor([this, host, work = (++started % 2 == 0 ? dgemm : PowerClassId{Energy::default_class})] {
      energy->begin_work(host, work);
      cpu->execute(host, 1e9);
      energy->end_work(host, work);
    });
  }
  engine.run();
  EXPECT_DOUBLE_EQ(engine.now_s(), 2);
  EXPECT_NEAR(energy->host_energy_j(0), 230 + 100, 1e-9);
  EXPECT_NEAR(energy->host_energy_j(1), 2 * 230, 1e-9);
  EXPECT_NEAR(energy->base_energy_j(), 400, 1e-9);
  EXPECT_NEAR(energy->class_energy_j(dgemm), 3 * 65, 1e-9);
  EXPECT_NEAR(energy->class_energy_j(Energy::default_class), 3 * 65, 1e-9);
  EXPECT_NEAR(energy->flops(), 6e9, 1);
}

// 10 s idle at 95 W, 7 s of booting at 110 W, 10 s off at 10 W, 150 s of shutting down at 120 W.
// A pstate of speed 0 is a transition: nothing is idle in it. MODELS 8.1.
TEST_F(EnergyTest, APstateOfSpeedZeroTakesThePowerOfAllCores) {
  measure_hosts("95:200, 90:110, 100:120");
  for (HostId host = 0; host < 2; host++) {
    platform.hosts.pstate_speed_flops.edit(host) = {1e8, 0, 0};
  }
  make();
  actor([&] {
    engine.sleep(10);
    EXPECT_NEAR(energy->host_energy_j(0), 950, 1e-9);
    cpu->set_pstate(0, 1);
    engine.sleep(7);
    EXPECT_NEAR(energy->host_energy_j(0), 1720, 1e-9);
    platform.hosts.is_on[0] = 0;
    cpu->host_changed(0);
    engine.sleep(10);
    EXPECT_NEAR(energy->host_energy_j(0), 1820, 1e-9);
    platform.hosts.is_on[0] = 1;
    cpu->set_pstate(0, 2);
    engine.sleep(150);
  });
  engine.run();
  EXPECT_NEAR(energy->host_energy_j(0), 19820, 1e-9);
}

// Work that costs nothing by itself: the clock of a host that never computes.
TEST_F(EnergyTest, HostsWithoutPropertiesAreNotCounted) {
  make();
  actor([&] { cpu->execute(0, 1e9); });
  engine.run();
  EXPECT_FALSE(energy->is_measured());
  EXPECT_EQ(energy->host_energy_j(0), 0);
}

// 1 GB from 0 to 1 at 1 GB/s from 1 s to 2 s; idle till 3 s: up of 0 takes 1 + 3 + 1 J, up of 1
// stays idle: 3 J.
// MODELS 8.3.
TEST_F(EnergyTest, ALinkTakesMoreTheMoreItCarries) {
  measure_links("1:3");
  make();
  actor([&] {
    engine.sleep(1);
    network->start({.source = 0,
                    .destination = 1,
                    .size_bytes = 1e9,
                    .done = [](void*, std::uint32_t) {},
                    .owner = nullptr,
                    .argument = 0});
    engine.sleep(0.5);
    EXPECT_NEAR(energy->link_power_w(*platform.find_link("star_link_0_UP")), 3, 1e-12);
    engine.sleep(1.5);
  });
  engine.run();
  EXPECT_NEAR(energy->link_energy_j(*platform.find_link("star_link_0_UP")), 5, 1e-9);
  EXPECT_NEAR(energy->link_energy_j(*platform.find_link("star_link_1_DOWN")), 5, 1e-9);
  EXPECT_NEAR(energy->link_energy_j(*platform.find_link("star_link_1_UP")), 3, 1e-9);
  EXPECT_NEAR(energy->total_link_energy_j(), 16, 1e-9);
}

// 1e9 B over two links, 2 nJ + 1 uJ per 1,000 B each, and idle power of 1 W for 2 s.
// MODELS 8.7.
TEST_F(EnergyTest, EachByteMayTakeItsEnergy) {
  for (LinkId link = 0; link < platform.links.count(); link++) {
    platform.links.properties.edit(link) = {{"wattage_range", "1:1"},
                                            {"energy_per_byte", "2e-9"},
                                            {"energy_per_packet", "1e-6"},
                                            {"mtu", "1000"}};
  }
  make();
  actor([&] {
    send(1e9);
    engine.sleep(2);
  });
  engine.run();
  EXPECT_NEAR(energy->link_energy_j(*platform.find_link("star_link_0_UP")), 2 + 3, 1e-9);
  EXPECT_NEAR(energy->link_energy_j(*platform.find_link("star_link_0_DOWN")), 2, 1e-9);
}

// 1 s of traffic in one direction: both ports are half busy. Off, the switch takes 7 W.
// MODELS 8.8.
TEST_F(EnergyTest, ASwitchTakesMoreTheMoreItsPortsCarry) {
  platform.switches.properties.edit(0) = {{"switch_wattage", "100:2:4"},
                                          {"switch_wattage_off", "7"}};
  make();
  actor([&] {
    send(1e9);
    engine.sleep(2);
    platform.switches.is_on[0] = 0;
    energy->switch_changed(0);
    engine.sleep(1);
    platform.switches.is_on[0] = 1;
    energy->switch_changed(0);
    for (const char* name : {"star_link_1_UP", "star_link_1_DOWN"}) {
      platform.links.is_on[*platform.find_link(name)] = 0;
      network->link_changed(*platform.find_link(name));
    }
    engine.sleep(1);  // one port is left
  });
  engine.run();
  EXPECT_NEAR(energy->switch_energy_j(0), 2 * 104 + 2 * 1 + 7 + 102, 1e-9);
  EXPECT_NEAR(energy->total_energy_j(), energy->switch_energy_j(0), 1e-9);
}

// MODELS 8.9.
TEST_F(EnergyTest, ANetworkCardIsAsBusyAsItsFullerDirection) {
  for (HostId host = 0; host < 2; host++) {
    platform.hosts.properties.edit(host) = {{"nic_wattage", "15:25"}};
  }
  make();
  actor([&] {
    send(1e9);
    engine.sleep(0.5);
    send(0.25e9, 1, 0);  // back, until 0.75 s
    engine.sleep(1.5);
    platform.hosts.is_on[1] = 0;
    cpu->host_changed(1);
    engine.sleep(1);
  });
  engine.run();
  EXPECT_NEAR(energy->card_energy_j(0), 3 * 15 + 10, 1e-9);
  EXPECT_NEAR(energy->card_energy_j(1), 2 * 15 + 10, 1e-9);
}

TEST_F(EnergyTest, GroupsAddUpToTheHosts) {
  measure_hosts(host_watts);
  make();
  energy->follow_groups({0, 1});
  actor([&] { cpu->execute(1, 2e9); });
  engine.run();
  const Energy::Series series = energy->series();
  ASSERT_EQ(series.group_bins_j.size(), 2);
  const auto sum = [](const std::vector<double>& bins) {
    return std::accumulate(bins.begin(), bins.end(), 0.0);
  };
  EXPECT_NEAR(sum(series.group_bins_j[0]), 2 * 100, 1e-9);
  EXPECT_NEAR(sum(series.group_bins_j[1]), 2 * 160, 1e-9);
}

// A link whose bandwidth doubles while it is full goes on full; off, it takes its off power.
TEST_F(EnergyTest, ALinkFollowsItsCapacityAndState) {
  measure_links("1:3");
  make();
  const LinkId up = *platform.find_link("star_link_0_UP");
  const LinkId down = *platform.find_link("star_link_1_DOWN");
  actor([&] {
    network->start({.source = 0,
                    .destination = 1,
                    .size_bytes = 3e9,
                    .done = [](void*, std::uint32_t) {},
                    .owner = nullptr,
                    .argument = 0});
    engine.sleep(1);
    for (const LinkId link : {up, down}) {
      platform.links.bandwidth_bytes_per_s[link] = 2e9;
      network->link_changed(link);
    }
    engine.sleep(2);  // the flow ends at 2 s
    platform.links.is_on[up] = 0;
    network->link_changed(up);
    engine.sleep(1);
  });
  engine.run();
  EXPECT_NEAR(energy->link_energy_j(up), 3 + 3 + 1 + 0.5, 1e-9);
  EXPECT_NEAR(energy->link_energy_j(down), 3 + 3 + 1 + 1, 1e-9);
}

TEST_F(EnergyTest, MalformedPropertiesAreErrors) {
  for (const char* watts : {"100", "100:x", "100:120:130:140", "-1:3", "", "100:200", "inf:1",
                            "100:200,100:200,100:200"}) {
    measure_hosts(watts);
    EXPECT_THROW(make(), kernel::InputError) << watts;
  }
  measure_hosts(host_watts, "1:2");
  EXPECT_THROW(make(), kernel::InputError);
  measure_hosts(host_watts);
  measure_links("5");
  EXPECT_THROW(make(), kernel::InputError);
}

}  // namespace
}  // namespace smpi::models
