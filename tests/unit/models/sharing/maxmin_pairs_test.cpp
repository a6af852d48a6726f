// SPDX-License-Identifier: BSD-3-Clause
//
// The closed form of flows that meet only each other equals the filling to the last bit: levels,
// what stops whom, and the order in which both are told, on which simulated times of equal length
// depend.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "models/sharing/maxmin.h"

namespace smpi::models {
namespace {

constexpr double acknowledgement = 0.05;

// One history of changes in two solvers, of which the second only fills. Hosts around a switch have
// a link up and a link down each.
class TwoSolvers {
 public:
  TwoSolvers() : closed_(uses_), filling_(uses_) { filling_.use_closed_forms(false); }

  void add_host(double capacity, SharingPolicy policy = SharingPolicy::shared) {
    for (int direction = 0; direction < 2; direction++) {
      const auto link = static_cast<LinkId>(capacities_.size());
      capacities_.push_back(capacity);
      closed_.set_link(link, capacity, policy);
      filling_.set_link(link, capacity, policy);
    }
  }
  // Its acknowledgements go the other way. `window` bounds its rate.
  FlowIndex start(std::uint32_t source, std::uint32_t destination, double penalty = 1,
                  double window = std::numeric_limits<double>::infinity()) {
    const LinkId ways[] = {2 * source, 2 * destination + 1, 2 * source + 1, 2 * destination};
    double bound = window;
    for (int i = 0; i < 2; i++) bound = std::min(bound, capacities_[ways[i]]);
    const auto [route, is_new] = routes_.try_emplace({source, destination, penalty, window},
                                                     static_cast<std::uint32_t>(uses_.size()));
    for (int i = 0; i < 4 && is_new; i++) {
      const double use = i < 2 ? 1 : acknowledgement;
      uses_.push_back({ways[i], quanta_of(use * bound / capacities_[ways[i]]), use / penalty});
    }
    const std::uint32_t first_use = route->second;
    const FlowIndex flow = next_flow_++;
    closed_.add(flow, first_use, 4, bound * penalty);
    filling_.add(flow, first_use, 4, bound * penalty);
    flows_.push_back(flow);
    return flow;
  }
  void end(FlowIndex flow) {
    closed_.remove(flow);
    filling_.remove(flow);
    std::erase(flows_, flow);
  }
  void solve() {
    ASSERT_EQ(closed_.is_dirty(), filling_.is_dirty());
    if (!closed_.is_dirty()) return;
    closed_.solve();
    filling_.solve();
    closed_count_ += closed_.was_closed_form() ? 1 : 0;
    solve_count_++;
    compare();
  }

  const std::vector<FlowIndex>& flows() const { return flows_; }
  const MaxMin& solver() const { return closed_; }
  std::size_t closed_count() const { return closed_count_; }
  std::size_t solve_count() const { return solve_count_; }

 private:
  static std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
  void compare() const {
    ASSERT_FALSE(filling_.was_closed_form());
    ASSERT_TRUE(std::ranges::equal(closed_.moved(), filling_.moved()));
    ASSERT_TRUE(std::ranges::equal(closed_.relevelled(), filling_.relevelled()));
    ASSERT_EQ(closed_.solved_count(), filling_.solved_count());
    for (const FlowIndex flow : flows_) {
      ASSERT_EQ(bits(closed_.level(flow)), bits(filling_.level(flow))) << "flow " << flow;
      ASSERT_EQ(closed_.bottleneck(flow), filling_.bottleneck(flow)) << "flow " << flow;
    }
    for (LinkId link = 0; link < capacities_.size(); link++) {
      ASSERT_EQ(bits(closed_.link_level(link)), bits(filling_.link_level(link))) << link;
    }
  }

  std::vector<LinkUse> uses_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, double, double>, std::uint32_t> routes_;
  MaxMin closed_;
  MaxMin filling_;
  std::vector<double> capacities_;
  std::vector<FlowIndex> flows_;
  FlowIndex next_flow_ = 0;
  std::size_t closed_count_ = 0;
  std::size_t solve_count_ = 0;
};

// Links of 10: two opposite flows run at 10 / 1.05 each; the one that is left goes back to 10.
TEST(MaxMinPairs, OppositeFlowsPayForEachOthersAcknowledgements) {
  TwoSolvers system;
  system.add_host(10);
  system.add_host(10);
  const FlowIndex there = system.start(0, 1);
  const FlowIndex back = system.start(1, 0);
  system.solve();
  EXPECT_TRUE(system.solver().was_closed_form());
  EXPECT_DOUBLE_EQ(system.solver().level(there), 10 / 1.05);
  EXPECT_DOUBLE_EQ(system.solver().level(back), 10 / 1.05);
  system.end(there);
  system.solve();
  EXPECT_TRUE(system.solver().was_closed_form());
  EXPECT_EQ(system.solver().level(back), 10);
  EXPECT_EQ(system.solver().bottleneck(back), no_id);
}

// A third flow at one of the hosts is for the filling; so is one whose window is below the share.
TEST(MaxMinPairs, WhatIsMoreThanAPairIsFilled) {
  TwoSolvers system;
  for (int i = 0; i < 3; i++) system.add_host(10);
  system.start(0, 1);
  system.start(1, 0);
  system.start(0, 2);
  system.solve();
  EXPECT_FALSE(system.solver().was_closed_form());
  TwoSolvers bounded;
  for (int i = 0; i < 2; i++) bounded.add_host(10);
  bounded.start(0, 1, 1, 9.5);
  bounded.start(1, 0);
  bounded.solve();
  EXPECT_FALSE(bounded.solver().was_closed_form());
}

// One flow to each of two hosts, which share the link of host 0; then both end.
void send_to_two(TwoSolvers& system) {
  const FlowIndex first = system.start(0, 1);
  const FlowIndex second = system.start(0, 2);
  system.solve();
  EXPECT_FALSE(system.solver().was_closed_form());
  system.end(first);
  system.end(second);
  system.solve();
}

bool is_pair_closed_form(TwoSolvers& system, std::uint32_t one, std::uint32_t other) {
  const FlowIndex there = system.start(one, other);
  const FlowIndex back = system.start(other, one);
  system.solve();
  const bool is_closed = system.solver().was_closed_form();
  system.end(there);
  system.end(back);
  system.solve();
  return is_closed;
}

// However often the flows of some routes meet others, pairs elsewhere have their links to
// themselves.
TEST(MaxMinPairs, WhatRoutesMeetIsNotHeldAgainstOthers) {
  TwoSolvers system;
  for (int i = 0; i < 5; i++) system.add_host(10);
  for (int round = 0; round < 100; round++) {
    send_to_two(system);
    ASSERT_TRUE(is_pair_closed_form(system, 3, 4)) << round;
  }
}

// A route does not look for links of its own for a while after its flows met others several times
// in a row, longer each time, and then does again.
TEST(MaxMinPairs, ARouteThatMeetsOthersSkipsSomeFlows) {
  TwoSolvers system;
  for (int i = 0; i < 3; i++) system.add_host(10);
  const auto filled_pairs = [&] {
    int count = 0;
    while (count < 1000 && !is_pair_closed_form(system, 0, 1)) count++;
    return count;
  };
  send_to_two(system);
  send_to_two(system);
  EXPECT_EQ(filled_pairs(), 0);
  for (int i = 0; i < 3; i++) send_to_two(system);
  EXPECT_EQ(filled_pairs(), 8);
  EXPECT_EQ(filled_pairs(), 0);
  for (int i = 0; i < 3 + 8 + 1; i++) send_to_two(system);
  EXPECT_EQ(filled_pairs(), 16);
  for (int i = 0; i < 3000; i++) send_to_two(system);
  EXPECT_LE(filled_pairs(), 128);
}

// Histories of mostly pairs, with few and with many different capacities and penalties.
class RandomHistory {
 public:
  explicit RandomHistory(std::uint32_t seed) : random_(seed) {
    hosts_ = pick(2, 10);
    is_round_ = pick(0, 1) == 1;
    crowd_percent_ = pick(0, 2) == 0 ? 20 : pick(0, 1);
    const bool has_fat_pipes = pick(0, 5) == 0;
    for (std::uint32_t host = 0; host < hosts_; host++) {
      const bool is_fat = has_fat_pipes && pick(0, 3) == 0;
      system.add_host(value(1e8, 1e9), is_fat ? SharingPolicy::fatpipe : SharingPolicy::shared);
    }
  }
  void step() {
    for (std::uint32_t change = pick(1, pick(0, 3) == 0 ? 6 : 1); change > 0; change--) {
      if (pick(0, 2) == 0 || system.flows().size() > 2 * hosts_) {
        end();
      } else if (pick(0, 99) < crowd_percent_) {
        start(pick(0, hosts_ - 1), pick(0, hosts_ - 1));
      } else {
        const std::uint32_t host = pick(0, hosts_ / 2 - 1);
        if (pick(0, 3) > 0) start(2 * host, 2 * host + 1);
        if (pick(0, 3) > 0) start(2 * host + 1, 2 * host);
      }
    }
    system.solve();
  }
  TwoSolvers system;

 private:
  std::uint32_t pick(std::uint32_t low, std::uint32_t high) {
    return std::uniform_int_distribution<std::uint32_t>(low, high)(random_);
  }
  double value(double low, double high) {
    if (is_round_) return pick(0, 1) == 0 ? low : high;
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  // A pair that runs already gets no third flow, but now and then.
  void start(std::uint32_t source, std::uint32_t destination) {
    if (source == destination) return;
    if (is_running(source, destination) && pick(0, 99) >= crowd_percent_) return;
    const double window =
        pick(0, 99) < crowd_percent_ ? value(5e7, 5e8) : std::numeric_limits<double>::infinity();
    running_.push_back(
        {system.start(source, destination, value(1e-5, 1e-4), window), source, destination});
  }
  bool is_running(std::uint32_t source, std::uint32_t destination) const {
    return std::ranges::any_of(running_, [&](const Running& one) {
      return one.source == source && one.destination == destination;
    });
  }
  void end() {
    if (running_.empty()) return;
    const auto one = running_.begin() + pick(0, static_cast<std::uint32_t>(running_.size()) - 1);
    system.end(one->flow);
    running_.erase(one);
  }

  struct Running {
    FlowIndex flow;
    std::uint32_t source;
    std::uint32_t destination;
  };
  std::mt19937 random_;
  std::uint32_t hosts_ = 0;
  std::uint32_t crowd_percent_ = 0;
  bool is_round_ = false;
  std::vector<Running> running_;
};

TEST(MaxMinPairs, EqualsTheFillingToTheLastBitOnRandomHistories) {
  std::size_t closed = 0;
  std::size_t solves = 0;
  for (std::uint32_t seed = 0; seed < 2000; seed++) {
    RandomHistory random(seed);
    for (int step = 0; step < 60; step++) {
      random.step();
      if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << " step " << step;
    }
    closed += random.system.closed_count();
    solves += random.system.solve_count();
  }
  // Both ways are taken often, and follow each other.
  EXPECT_GT(closed, solves / 5);
  EXPECT_LT(closed, solves * 4 / 5);
}

}  // namespace
}  // namespace smpi::models
