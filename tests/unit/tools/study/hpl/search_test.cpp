// SPDX-License-Identifier: BSD-3-Clause
//
// Level 0: with a free network the rates are those of the ranks; a small market against looking at
// everything, written as plainly as possible.
#include "tools/study/hpl/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tools/study/plan/expression.h"

namespace smpi::study::hpl {
namespace {

// A star, or a tree whose halves see a part of the bandwidth; the name says which.
class ToyNetworks : public Networks {
 public:
  NetworkFacts facts(const NetworkType& network, std::uint32_t nodes) override {
    if (network.name == "star") {
      return {.hosts = nodes, .switches = 1, .cables = 1. * nodes, .ports = 1. * nodes, .hops = 2};
    }
    const std::uint32_t leaves = (nodes + 3) / 4;
    return {.hosts = leaves * 4ULL,
            .switches = leaves + 1ULL,
            .cables = leaves * (network.name == "half" ? 6. : 8.),
            .ports = 8,
            .hops = 4,
            .share = network.name == "half" ? 0.5 : 1};
  }
};

NetworkType network(const std::string& name, double bandwidth_bytes_per_s, double latency_s,
                    double switch_price, double cable_price) {
  static const std::vector<std::string> names = {"nodes"};
  NetworkType type{.name = name, .platform = Template("star:{nodes}", names), .ports = {}};
  type.bandwidth_bytes_per_s = bandwidth_bytes_per_s;
  type.latency_s = latency_s;
  type.switch_price = switch_price;
  type.cable_price = cable_price;
  type.card_price = 100;
  type.switch_w = 150;
  return type;
}

NodeType node(const std::string& name, std::uint32_t ranks, double flop_s, double memory_bytes,
              double loaded_w, double price, std::uint32_t available) {
  NodeType type{.name = name, .cores = ranks, .ranks = ranks, .flop_s = flop_s, .kernels = {}};
  type.memory_bytes = memory_bytes;
  type.idle_w = loaded_w / 3;
  type.loaded_w = loaded_w;
  type.price = price;
  type.available = available;
  return type;
}

Market toy() {
  Market market;
  market.nodes = {node("small", 4, 1e-10, 16e9, 250, 3000, 40),
                  node("large", 16, 5e-11, 128e9, 700, 15000, 24),
                  node("lean", 8, 2e-10, 64e9, 150, 4000, 33)};
  market.networks = {network("star", 1.25e9, 10e-6, 4000, 50),
                     network("half", 12.5e9, 1e-6, 9000, 400),
                     network("full", 12.5e9, 1e-6, 12000, 400)};
  market.networks[0].ports = 36;
  market.tried.nb = {64, 192};
  market.operation = {.electricity_price = 0.2, .pue = 1.4, .years = 3, .utilisation = 0.7};
  return market;
}

const double infinity = std::numeric_limits<double>::infinity();

TEST(HplSearch, NodesForAGoalWithAFreeNetwork) {
  Market market;
  market.nodes = {node("node", 6, 1e-10, 32e9, 300, 5000, 400)};
  market.networks = {network("star", infinity, 0, 1000, 10)};
  ToyNetworks networks;
  const double node_gflops = 60;  // 6 ranks of 10 Gflop/s
  for (const double goal :
       {1., 59.9, 60., 60.1, 777., 6000., 6000.1, 15361., 18059., 23999., 24000.}) {
    market.goal_gflops = goal;
    const auto best = best_of_kinds(market, all_machines({.market = market, .networks = networks}));
    ASSERT_FALSE(best.empty());
    EXPECT_TRUE(reaches_goal(market, best.front())) << goal;
    EXPECT_EQ(best.front().nodes, std::ceil(goal / node_gflops)) << goal;
    EXPECT_EQ(best.front().grid.dropped, 0U);
    EXPECT_NEAR(best.front().gflops, best.front().nodes * node_gflops, 1e-6);
  }
  market.goal_gflops = 24001;
  const auto best = best_of_kinds(market, all_machines({.market = market, .networks = networks}));
  EXPECT_FALSE(reaches_goal(market, best.front()));
}

TEST(HplSearch, AllIsLegal) {
  const Market market = toy();
  ToyNetworks networks;
  for (const Candidate& found : all_machines({.market = market, .networks = networks})) {
    const NodeType& type = market.nodes[found.node];
    const double memory = (found.nodes - found.grid.dropped) * type.memory_bytes;
    const auto n = static_cast<double>(found.n);
    EXPECT_EQ(found.n % found.setting.nb, 0U);
    EXPECT_LE(8 * n * n, 0.8 * memory);
    EXPECT_EQ(found.grid.rows * found.grid.columns,
              (found.nodes - found.grid.dropped) * type.ranks);
    EXPECT_LE(found.nodes, type.available);
  }
}

struct Plain {
  std::size_t node = 0;
  std::size_t network = 0;
  std::uint32_t nodes = 0;
  double gflops = 0;
  double money = 0;
};

// Everything that may be bought, one loop inside the other.
std::vector<Plain> brute_force(const Market& market, Networks& networks) {
  std::vector<Plain> found;
  const Operation& operation = market.operation;
  for (std::size_t i = 0; i < market.nodes.size(); ++i) {
    for (std::size_t j = 0; j < market.networks.size(); ++j) {
      const NodeType& type = market.nodes[i];
      const NetworkType& net = market.networks[j];
      for (std::uint32_t nodes = 1; nodes <= type.available; ++nodes) {
        const NetworkFacts facts = networks.facts(net, nodes);
        if (net.ports && facts.ports > *net.ports) continue;
        const double switch_w = 150. * static_cast<double>(facts.switches);
        const double mean_w =
            nodes * (type.idle_w + 0.7 * (type.loaded_w - type.idle_w)) + switch_w;
        const double money =
            nodes * (type.price + 100) + static_cast<double>(facts.switches) * net.switch_price +
            facts.cables * net.cable_price + operation.pue * mean_w / 1000 * 8760 * 3 * 0.2;
        if (money > market.budget.money) continue;
        if (nodes * type.loaded_w + switch_w > market.budget.power_w) continue;
        Plain best{.node = i, .network = j, .nodes = nodes, .money = money};
        for (const std::uint32_t nb : {64U, 192U}) {
          const std::uint32_t ranks = nodes * type.ranks;
          for (std::uint32_t p = 1; p <= ranks; ++p) {
            if (ranks % p != 0) continue;
            const std::uint32_t q = ranks / p;
            // Fewer than 50 nodes: none is dropped. The neighbours of the range are looked for.
            const auto is_legal = [&](std::uint32_t a) {
              return a <= ranks / a && 8 * a >= ranks / a;
            };
            bool is_flatter = 8 * p < q;
            bool is_taller = p > q;
            for (std::uint32_t other = 1; other <= ranks; ++other) {
              if (ranks % other != 0) continue;
              if (8 * other < ranks / other && other > p) is_flatter = false;
              if (other > ranks / other && other < p) is_taller = false;
            }
            if (!is_legal(p) && !is_flatter && !is_taller) continue;
            const double a = nodes == 1 ? 0 : facts.hops * net.latency_s;
            const double b =
                nodes == 1 ? 0 : 8 * type.ranks / (net.bandwidth_bytes_per_s * facts.share);
            double time_s = infinity;
            double work = 0;
            const double memory = 0.8 * nodes * type.memory_bytes;
            for (double n = std::floor(std::sqrt(memory / 8) / nb) * nb; n > 0; n -= nb) {
              work = 2. / 3 * n * n * n + 1.5 * n * n;
              time_s = type.flop_s * work / (p * q) + b * n * n * (3. * p + q) / (2. * p * q) +
                       a * n * ((nb + 1.) * std::log2(p) + p) / nb;
              if (time_s <= market.budget.run_s) break;
            }
            if (time_s <= market.budget.run_s)
              best.gflops = std::max(best.gflops, work / time_s / 1e9);
          }
        }
        if (best.gflops > 0) found.push_back(best);
      }
    }
  }
  return found;
}

void expect_same(const Market& market) {
  ToyNetworks networks;
  const std::vector<Plain> all = brute_force(market, networks);
  const Plain* plain = nullptr;
  for (const Plain& one : all) {
    const double goal = market.goal_gflops.value_or(0);
    if (market.goal_gflops && one.gflops < goal) continue;
    if (plain == nullptr ||
        (market.goal_gflops ? one.money < plain->money : one.gflops > plain->gflops)) {
      plain = &one;
    }
  }
  const auto best = best_of_kinds(market, all_machines({.market = market, .networks = networks}));
  ASSERT_NE(plain, nullptr);
  ASSERT_FALSE(best.empty());
  const Candidate& found = best.front();
  EXPECT_EQ(found.node, plain->node);
  EXPECT_EQ(found.network, plain->network);
  EXPECT_EQ(found.nodes, plain->nodes);
  EXPECT_NEAR(found.gflops / plain->gflops, 1, 1e-12);
  EXPECT_NEAR(found.bill.cost.total() / plain->money, 1, 1e-12);
}

TEST(HplSearch, SameOptimumAsBruteForce) {
  Market market = toy();
  for (const double money : {30000., 110000., 200000., 1e9}) {
    for (const double power_w : {3000., 9000., infinity}) {
      for (const double run_s : {200., infinity}) {
        SCOPED_TRACE(testing::Message() << money << " " << power_w << " W " << run_s << " s");
        market.budget = {.money = money, .power_w = power_w, .run_s = run_s};
        market.goal_gflops.reset();
        expect_same(market);
        market.goal_gflops = 120;
        expect_same(market);
      }
    }
  }
  for (const double goal : {500., 1500., 2500., 4000.}) {
    SCOPED_TRACE(goal);
    market.budget = {};
    market.goal_gflops = goal;
    expect_same(market);
  }
}

TEST(HplSearch, NothingOfTheFrontIsBeaten) {
  const Market market = toy();
  ToyNetworks networks;
  const auto machines = all_machines({.market = market, .networks = networks});
  const auto front = pareto_front(machines);
  ASSERT_FALSE(front.empty());
  for (const Candidate& a : front) {
    for (const Candidate& b : machines) {
      EXPECT_FALSE(b.gflops > a.gflops && b.bill.cost.total() < a.bill.cost.total() &&
                   b.bill.power_w < a.bill.power_w && b.gflops_per_w() > a.gflops_per_w() &&
                   b.time_s < a.time_s);
    }
  }
  EXPECT_TRUE(std::ranges::is_sorted(front, std::ranges::greater{}, &Candidate::gflops));
}

// A simulation found twice the time, and that tall grids are best.
TEST(HplSearch, CorrectionsChangeTimeAndShape) {
  const Market market = toy();
  ToyNetworks networks;
  Search search{.market = market, .networks = networks};
  const auto before = settings_of(search, {0, 1}, 16);
  search.known[{0, 1}].sizes.add(16, {.slowdown = 2});
  search.known[{0, 1}].shape = 4;
  const auto after = settings_of(search, {0, 1}, 16);
  ASSERT_FALSE(after.empty());
  for (const Candidate& candidate : after) {
    EXPECT_EQ(candidate.grid.rows, 16U);
    EXPECT_EQ(candidate.grid.columns, 4U);
    EXPECT_EQ(candidate.origin, Origin::corrected);
    for (const Candidate& old : before) {
      if (old.grid == candidate.grid && old.setting == candidate.setting) {
        EXPECT_DOUBLE_EQ(candidate.time_s, 2 * old.time_s);
      }
    }
  }
  // Of far larger machines it says nothing that is shown.
  search.reach = 1.5;
  EXPECT_EQ(settings_of(search, {0, 1}, 24).front().origin, Origin::corrected);
  EXPECT_EQ(settings_of(search, {0, 1}, 32).front().origin, Origin::closed_form);
}

}  // namespace
}  // namespace smpi::study::hpl
