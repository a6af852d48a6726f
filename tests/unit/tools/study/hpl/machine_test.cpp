// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of networks that are easy to count, and a bill by hand.
#include "tools/study/hpl/machine.h"

#include <gtest/gtest.h>

#include "kernel/error.h"

namespace smpi::study::hpl {
namespace {

NetworkType network(const std::string& platform) {
  static const std::vector<std::string> names = {"nodes"};
  return {.name = "net", .platform = Template(platform, names), .ports = {}};
}

TEST(HplMachine, PartsOfAStar) {
  BuiltNetworks networks("market.toml");
  const NetworkFacts facts = networks.facts(network("star:{nodes}"), 12);
  EXPECT_EQ(facts.hosts, 12U);
  EXPECT_EQ(facts.switches, 1U);
  EXPECT_EQ(facts.cables, 12);
  EXPECT_EQ(facts.ports, 12);
  EXPECT_EQ(facts.hops, 2);
  EXPECT_EQ(facts.share, 1);
}

// 5 leaves of 4 hosts and 2 roots, one cable between each: 20 + 10 cables, 7 switches with at most
// 6 ports; a half of the hosts has half of its bandwidth to the other.
TEST(HplMachine, PartsOfATree) {
  BuiltNetworks networks("market.toml");
  const NetworkFacts facts = networks.facts(network("fat-tree:2;4,{ceil(nodes/4)};1,2;1,1"), 18);
  EXPECT_EQ(facts.hosts, 20U);
  EXPECT_EQ(facts.switches, 7U);
  EXPECT_EQ(facts.cables, 30);
  EXPECT_EQ(facts.ports, 6);
  EXPECT_EQ(facts.hops, 4);
  EXPECT_NEAR(facts.share, 0.5, 0.11);
}

TEST(HplMachine, TooSmallOrMalformedNetworksAreRefused) {
  BuiltNetworks networks("market.toml");
  EXPECT_THROW(networks.facts(network("star:8"), 9), kernel::InputError);
  EXPECT_THROW(networks.facts(network("stair:{nodes}"), 9), kernel::InputError);
  EXPECT_EQ(networks.facts(network("star:8"), 8).hosts, 8U);
}

// 10 nodes of 100 to 300 W, half of the time under load; 2 switches of 50 W, 12 cables of 1 W,
// cards of 5 W: 10 x 200 + 100 + 12 + 50 W in the mean.
TEST(HplMachine, Bill) {
  NodeType node{.name = "node", .kernels = {}};
  node.idle_w = 100;
  node.loaded_w = 300;
  node.price = 1000;
  NetworkType net = network("star:{nodes}");
  net.switch_price = 500;
  net.cable_price = 20;
  net.card_price = 30;
  net.switch_w = 50;
  net.cable_w = 1;
  net.card_w = 5;
  const NetworkFacts facts{.hosts = 10, .switches = 2, .cables = 12};
  const Operation operation{.electricity_price = 0.1,
                            .carbon_intensity = 400,
                            .pue = 1.5,
                            .years = 2,
                            .utilisation = 0.5};
  const Bill bill = bill_of(node, net, facts, operation, 10);
  EXPECT_DOUBLE_EQ(bill.cost.nodes, 10000);
  EXPECT_DOUBLE_EQ(bill.cost.switches, 1000);
  EXPECT_DOUBLE_EQ(bill.cost.cables, 240);
  EXPECT_DOUBLE_EQ(bill.cost.cards, 300);
  EXPECT_DOUBLE_EQ(bill.cost.electricity, 1.5 * 2.162 * 2 * 8760 * 0.1);
  EXPECT_DOUBLE_EQ(bill.electricity.kwh, 1.5 * 2.162 * 2 * 8760);
  EXPECT_DOUBLE_EQ(bill.electricity.carbon_kg, 1.5 * 2.162 * 2 * 8760 * 400 / 1000);
  EXPECT_DOUBLE_EQ(bill.power_w, 3000 + 162);
}

}  // namespace
}  // namespace smpi::study::hpl
