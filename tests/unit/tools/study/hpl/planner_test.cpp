// SPDX-License-Identifier: BSD-3-Clause
//
// Levels 1 and 2 with simulations that are made up: the closed form times a factor of the kind of
// machine and of the settings. The choice must be the best one under these times. And machines that
// hide their messages the better the smaller they are: nothing that is told is above the peak.
#include "tools/study/hpl/planner.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tools/study/hpl/closed_form.h"

namespace smpi::study::hpl {
namespace {

class Stars : public Networks {
 public:
  NetworkFacts facts(const NetworkType&, std::uint32_t nodes) override {
    return {.hosts = nodes, .switches = 1, .cables = 1. * nodes, .ports = 1. * nodes, .hops = 2};
  }
};

Market two_kinds() {
  static const std::vector<std::string> names = {"nodes"};
  Market market;
  for (const double price : {1000., 1100.}) {
    NodeType node{.name = "n", .cores = 4, .ranks = 4, .flop_s = 1e-10, .kernels = {}};
    node.memory_bytes = 64e9;
    node.loaded_w = 200;
    node.price = price;
    node.available = 100;
    market.nodes.push_back(node);
  }
  NetworkType network{.name = "star", .platform = Template("star:{nodes}", names), .ports = {}};
  network.bandwidth_bytes_per_s = 1e10;
  network.latency_s = 1e-6;
  market.networks = {network};
  market.tried.broadcasts = {"2ring", "blong"};
  market.tried.depths = {1, 0};
  market.tried.swaps = {"binary", "long"};
  return market;
}

constexpr double broadcast_factor = 0.9;  // of blong
constexpr double depth_factor = 1.2;      // of none
constexpr double swap_factor = 0.95;      // of long

class MadeUp : public Simulator {
 public:
  explicit MadeUp(const Market& market, std::vector<double> factors)
      : market_(market), factors_(std::move(factors)) {}

  double time_s(const Candidate& candidate) const {
    const NodeType& node = market_.nodes[candidate.node];
    const NetworkType& network = market_.networks[candidate.network];
    Costs costs{.flop_s = node.flop_s};
    if (candidate.nodes > 1) {
      costs.word_s = 8. * node.ranks / network.bandwidth_bytes_per_s;
      costs.latency_s = 2 * network.latency_s;
    }
    const Setting& setting = candidate.setting;
    return closed_form_s(candidate.n, setting.nb, candidate.grid, costs) *
           factors_[candidate.node] * (setting.broadcast == "blong" ? broadcast_factor : 1) *
           (setting.depth == 0 ? depth_factor : 1) * (setting.swap == "long" ? swap_factor : 1);
  }
  std::vector<double> sample(const std::string&, const std::vector<Candidate>& all) override {
    std::vector<double> times_s;
    for (const Candidate& candidate : all) times_s.push_back(time_s(candidate));
    sampled += all.size();
    return times_s;
  }
  std::vector<double> run(const std::string&, const Candidate& candidate) override {
    const double time = time_s(candidate);
    return {0.999 * time, time, 1.001 * time};
  }
  std::vector<std::string> studies() const override { return {}; }

  std::size_t sampled = 0;

 private:
  const Market& market_;
  std::vector<double> factors_;
};

// The cheaper node is 10 % cheaper, and takes twice as long as the other one.
TEST(HplPlanner, SimulationsChangeTheChoice) {
  Market market = two_kinds();
  market.goal_gflops = 1000;
  Stars networks;
  MadeUp simulator(market, {2.6, 1.3});
  const Advice at_first = plan_machine(market, networks, simulator, Level::closed_form);
  EXPECT_EQ(at_first.chosen->node, 0U);
  EXPECT_EQ(at_first.chosen->origin, Origin::closed_form);
  EXPECT_EQ(simulator.sampled, 0U);
  const Advice advice = plan_machine(market, networks, simulator, Level::sampled);
  EXPECT_EQ(advice.chosen->node, 1U);
  EXPECT_EQ(advice.chosen->origin, Origin::sampled);
  EXPECT_EQ(advice.chosen->setting, (Setting{.nb = 128, .broadcast = "blong", .swap = "long"}));
  EXPECT_DOUBLE_EQ(advice.chosen->time_s, simulator.time_s(*advice.chosen));
  // The least machine that reaches the goal so.
  Search search{.market = market, .networks = networks};
  const Grid& grid = advice.chosen->grid;
  for (const std::size_t node : {0, 1}) {
    search.known[{node, 0}].sizes.add(
        1, {.slowdown = (node == 0 ? 2.6 : 1.3) * broadcast_factor * swap_factor});
    search.known[{node, 0}].shape = static_cast<double>(grid.rows) / grid.columns;
  }
  const auto best = best_of_kinds(market, all_machines(search));
  ASSERT_EQ(best.front().node, 1U);
  EXPECT_EQ(advice.chosen->nodes, best.front().nodes);
  EXPECT_GT(advice.chosen->nodes, at_first.chosen->nodes);
}

TEST(HplPlanner, WholeRunsGiveAnInterval) {
  Market market = two_kinds();
  market.budget.money = 30000;
  Stars networks;
  MadeUp simulator(market, {1.3, 1.5});
  const Advice advice = plan_machine(market, networks, simulator, Level::whole);
  ASSERT_TRUE(advice.chosen);
  EXPECT_EQ(advice.chosen->node, 0U);
  EXPECT_EQ(advice.chosen->origin, Origin::simulated);
  ASSERT_TRUE(advice.chosen->gflops_interval);
  EXPECT_LT(advice.chosen->gflops_interval->low, advice.chosen->gflops);
  EXPECT_GT(advice.chosen->gflops_interval->high, advice.chosen->gflops);
  EXPECT_LE(advice.chosen->bill.cost.total(), 30000);
  EXPECT_FALSE(advice.effects.empty());
}

// Runs must end within half of what the closed form says of the largest matrix.
TEST(HplPlanner, SimulatedRunsKeepToTheirTime) {
  Market market = two_kinds();
  market.budget = {.money = 30000, .run_s = 600};
  Stars networks;
  MadeUp simulator(market, {1.7, 1.9});
  const Advice advice = plan_machine(market, networks, simulator, Level::sampled);
  EXPECT_LE(advice.chosen->time_s, 600);
  EXPECT_GT(advice.chosen->time_s, 590);
}

// The flops, and a part of the messages that grows with the machine: 0.1 of them show on up to four
// nodes, all of them on forty.
class Hiding : public MadeUp {
 public:
  explicit Hiding(const Market& market) : MadeUp(market, {1}), market_of_(market) {}
  double time_s(const Candidate& candidate) const {
    const double compute_s = closed_form_s(candidate.n, candidate.setting.nb, candidate.grid,
                                           {.flop_s = market_of_.nodes.front().flop_s});
    Candidate plain = candidate;
    plain.setting = {};
    const double part = std::clamp(candidate.nodes / 40., 0.1, 1.);
    return compute_s + part * (MadeUp::time_s(plain) - compute_s);
  }
  std::vector<double> sample(const std::string&, const std::vector<Candidate>& all) override {
    std::vector<double> times_s;
    for (const Candidate& candidate : all) times_s.push_back(time_s(candidate));
    return times_s;
  }
  std::vector<double> run(const std::string&, const Candidate& candidate) override {
    return {time_s(candidate), time_s(candidate)};
  }

 private:
  const Market& market_of_;
};

// A row is what it was, whatever the goal: between its closed form and its time, or 10 % beside it
// where another size says how much is hidden.
TEST(HplPlanner, NoRowIsAboveThePeakAndNoneJumpsWithTheGoal) {
  Market market = two_kinds();
  market.nodes.resize(1);
  market.nodes.front().available = 40;
  market.networks.front().bandwidth_bytes_per_s = 1e8;
  Stars networks;
  const Hiding truth(market);
  for (const double goal_gflops : {60., 150., 400., 900., 1e9}) {
    market.goal_gflops = goal_gflops;
    Hiding simulator(market);
    const Advice advice = plan_machine(market, networks, simulator, Level::whole);
    ASSERT_FALSE(advice.front.empty());
    for (const Candidate& row : advice.front) {
      const double peak_gflops = 4 * row.nodes / market.nodes.front().flop_s / 1e9;
      EXPECT_LE(row.gflops, peak_gflops) << row.nodes << " nodes, goal " << goal_gflops;
      const double true_s = truth.time_s(row);
      const Search search{.market = market, .networks = networks};
      EXPECT_LE(row.time_s, 1.001 * closed_form_of(search, row).time_s) << row.nodes;
      EXPECT_GE(row.time_s, 0.9 * true_s) << row.nodes << " nodes, goal " << goal_gflops;
    }
  }
}

TEST(HplPlanner, NothingAffordable) {
  Market market = two_kinds();
  market.budget.power_w = 100;
  Stars networks;
  MadeUp simulator(market, {1, 1});
  EXPECT_FALSE(plan_machine(market, networks, simulator, Level::whole).chosen);
}

}  // namespace
}  // namespace smpi::study::hpl
