// SPDX-License-Identifier: BSD-3-Clause
//
// The incremental solver against closed forms and, on random systems that change over time, against
// the full solve (maxmin_reference.h).
#include "models/sharing/maxmin.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/unit/models/sharing/maxmin_reference.h"

namespace smpi::models {
namespace {

// A system kept twice: in the incremental solver, and as plain lists for the reference.
class System {
 public:
  System() : solver_(uses_) {}

  LinkId add_link(double capacity, SharingPolicy policy = SharingPolicy::shared) {
    links_.push_back({capacity, policy});
    solver_.set_link(static_cast<LinkId>(links_.size() - 1), capacity, policy);
    return static_cast<LinkId>(links_.size() - 1);
  }

  // Adds a flow bounded by `bound` and by its links alone.
  FlowIndex add_flow(const std::vector<ReferenceFlow::Use>& uses, double penalty = 1,
                     double bound = std::numeric_limits<double>::infinity()) {
    for (const auto& use : uses) bound = std::min(bound, links_[use.link].capacity / use.use);
    const auto flow = static_cast<FlowIndex>(next_flow_++);
    const auto first_use = static_cast<std::uint32_t>(uses_.size());
    for (const auto& use : uses) {
      uses_.push_back(
          {use.link, quanta_of(use.use * bound / links_[use.link].capacity), use.use / penalty});
    }
    solver_.add(flow, first_use, uses.size(), bound * penalty);
    flows_[flow] = {.uses = uses, .penalty = penalty, .bound = bound};
    return flow;
  }
  void remove_flow(FlowIndex flow) {
    solver_.remove(flow);
    flows_.erase(flow);
  }
  void set_bound(FlowIndex flow, double bound) {
    flows_[flow].bound = bound;
    solver_.set_bound(flow, bound * flows_[flow].penalty);
  }
  void form_crowds_from(std::uint32_t count) { solver_.form_crowds_from(count); }
  void solve() { solver_.solve(); }
  double rate(FlowIndex flow) const { return solver_.level(flow) / flows_.at(flow).penalty; }

  // The largest relative difference from the full solve.
  double error() {
    std::vector<ReferenceFlow> copy;
    for (const auto& [id, flow] : flows_) copy.push_back(flow);
    ReferenceSolver(links_, copy).solve();
    double largest = 0;
    std::size_t i = 0;
    for (const auto& [id, flow] : flows_) {
      const double expected = copy[i++].rate;
      const double actual = rate(id);
      if (actual == expected) continue;
      largest = std::max(largest, std::abs(actual - expected) / std::max(expected, actual));
    }
    return largest;
  }
  // Flows that a link stops are at its level, and at most the others are.
  void check_bottlenecks() const {
    for (const auto& [id, flow] : flows_) {
      const LinkId link = solver_.bottleneck(id);
      if (link == no_id) {
        ASSERT_EQ(rate(id), flow.bound * flow.penalty / flow.penalty);
      } else {
        ASSERT_EQ(solver_.level(id), solver_.link_level(link));
      }
    }
  }

  const std::map<FlowIndex, ReferenceFlow>& flows() const { return flows_; }
  std::size_t link_count() const { return links_.size(); }
  const MaxMin& solver() const { return solver_; }

 private:
  std::vector<LinkUse> uses_;
  MaxMin solver_;
  std::vector<ReferenceLink> links_;
  std::map<FlowIndex, ReferenceFlow> flows_;
  std::size_t next_flow_ = 0;
};

// One link of 10, two flows: 5 each; one of penalty 4 beside one of penalty 1: 2 and 8.
// MODELS 2.4.
TEST(MaxMin, SharesFollowThePenalties) {
  System system;
  const LinkId link = system.add_link(10);
  const FlowIndex a = system.add_flow({{link, 1}});
  const FlowIndex b = system.add_flow({{link, 1}});
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 5);
  EXPECT_DOUBLE_EQ(system.rate(b), 5);
  system.remove_flow(b);
  const FlowIndex c = system.add_flow({{link, 1}}, 4);
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 8);
  EXPECT_DOUBLE_EQ(system.rate(c), 2);
}

// One link of 10: a flow bounded at 2 leaves 8 to the other.
TEST(MaxMin, BoundedFlowLeavesItsShareToOthers) {
  System system;
  const LinkId link = system.add_link(10);
  const FlowIndex a = system.add_flow({{link, 1}}, 1, 2);
  const FlowIndex b = system.add_flow({{link, 1}});
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 2);
  EXPECT_DOUBLE_EQ(system.rate(b), 8);
}

// Links 6 and 10 in a chain, a on both, b on the first, c on the second: a = b = 3, c = 7.
// MODELS 2.1 and MODELS 2.3.
TEST(MaxMin, AFlowStoppedElsewhereLeavesTheRest) {
  System system;
  const LinkId first = system.add_link(6);
  const LinkId second = system.add_link(10);
  const FlowIndex a = system.add_flow({{first, 1}, {second, 1}});
  const FlowIndex b = system.add_flow({{first, 1}});
  const FlowIndex c = system.add_flow({{second, 1}});
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 3);
  EXPECT_DOUBLE_EQ(system.rate(b), 3);
  EXPECT_DOUBLE_EQ(system.rate(c), 7);
  system.remove_flow(b);
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 5);
  EXPECT_DOUBLE_EQ(system.rate(c), 5);
}

// A fat pipe limits each flow alone; with different penalties, all stop at its level (MODELS 2).
// MODELS 2.2.
TEST(MaxMin, AFatPipeStopsAllItsFlowsAtOneLevel) {
  System system;
  const LinkId pipe = system.add_link(10, SharingPolicy::fatpipe);
  const FlowIndex a = system.add_flow({{pipe, 1}});
  const FlowIndex b = system.add_flow({{pipe, 1}});
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 10);
  EXPECT_DOUBLE_EQ(system.rate(b), 10);
  const FlowIndex c = system.add_flow({{pipe, 1}}, 2);
  system.solve();
  EXPECT_DOUBLE_EQ(system.rate(a), 10);
  EXPECT_DOUBLE_EQ(system.rate(c), 5);
}

// A change on one link is not computed for the flows of another.
TEST(MaxMin, UnrelatedFlowsAreNotTouched) {
  System system;
  std::vector<LinkId> links;
  for (int i = 0; i < 10; i++) {
    links.push_back(system.add_link(10));
    system.add_flow({{links.back(), 1}});
    system.add_flow({{links.back(), 1}});
  }
  system.solve();
  EXPECT_EQ(system.solver().solved_count(), 20U);
  system.add_flow({{links[3], 1}});
  system.solve();
  EXPECT_EQ(system.solver().solved_count(), 3U);
}

// A chain where each flow loads its own link and, by 5 %, the next: a change dies out.
TEST(MaxMin, AChangeDiesOutAlongAChain) {
  System system;
  std::vector<LinkId> links;
  for (int i = 0; i < 1000; i++) links.push_back(system.add_link(10));
  std::vector<FlowIndex> flows;
  for (std::size_t i = 0; i + 1 < links.size(); i++) {
    flows.push_back(system.add_flow({{links[i], 1}, {links[i + 1], 0.05}}));
  }
  system.solve();
  EXPECT_LT(system.error(), 1e-10);
  system.remove_flow(flows[500]);
  system.solve();
  EXPECT_LT(system.error(), 1e-10);
  EXPECT_LT(system.solver().solved_count(), 40U);
}

// Links of all kinds and flows that come, go and change bounds, few or many at an instant.
class RandomSystem {
 public:
  RandomSystem(std::uint32_t seed, std::uint32_t crowd_min) : random_(seed) {
    system.form_crowds_from(crowd_min);
    const int links = pick(1, 12);
    is_round_ = pick(0, 1) == 1;  // few different values: many ties
    const bool has_fat_pipes = pick(0, 2) == 0;
    for (int i = 0; i < links; i++) {
      const bool is_fat = has_fat_pipes && pick(0, 3) == 0;
      system.add_link(value(1e8, 1e10), is_fat ? SharingPolicy::fatpipe : SharingPolicy::shared);
    }
    for (int flows = pick(0, 40); flows > 0; flows--) start();
  }
  void step() {
    for (int change = pick(1, pick(0, 4) == 0 ? 12 : 2); change > 0; change--) {
      const int what = pick(0, 9);
      if (what < 5 || system.flows().empty()) {
        start();
      } else if (what < 9) {
        system.remove_flow(any_flow());
      } else {
        const FlowIndex flow = any_flow();
        system.set_bound(flow, system.flows().at(flow).bound * (is_round_ ? 0.5 : value(0.1, 1)));
      }
    }
    system.solve();
  }
  System system;

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double value(double low, double high) {
    if (is_round_) return pick(0, 1) == 0 ? low : high;
    return low * std::pow(high / low, std::uniform_real_distribution<double>(0, 1)(random_));
  }
  FlowIndex any_flow() {
    auto flow = system.flows().begin();
    std::advance(flow, pick(0, static_cast<int>(system.flows().size()) - 1));
    return flow->first;
  }
  void start() {
    std::vector<ReferenceFlow::Use> uses;
    for (LinkId link = 0; link < system.link_count(); link++) {
      const int kind = pick(0, 5);
      if (kind < 2) uses.push_back({link, kind == 0 ? 1.0 : 0.05});
    }
    if (uses.empty()) uses.push_back({0, 1});
    const double bound =
        pick(0, 2) == 0 ? value(1e7, 1e9) : std::numeric_limits<double>::infinity();
    system.add_flow(uses, value(1e-5, 1e-4), bound);
  }
  std::mt19937 random_;
  bool is_round_ = false;
};

// MODELS 10.2.
void compare(std::uint32_t seed, std::uint32_t crowd_min, std::size_t& member_count) {
  RandomSystem random(seed, crowd_min);
  for (int step = 0; step < 15; step++) {
    random.step();
    ASSERT_LT(random.system.error(), 1e-9) << "seed " << seed << " step " << step;
    random.system.check_bottlenecks();
    if (testing::Test::HasFatalFailure()) return;
    member_count += random.system.solver().member_count();
  }
}

TEST(MaxMin, EqualsTheFullSolveOnRandomSystems) {
  std::size_t member_count = 0;
  for (std::uint32_t seed = 0; seed < 10000; seed++) {
    compare(seed, 1000, member_count);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(member_count, 0U);
}

// The same where nearly every flow that a link stops is in a crowd.
TEST(MaxMin, EqualsTheFullSolveWithCrowds) {
  std::size_t member_count = 0;
  for (std::uint32_t seed = 0; seed < 10000; seed++) {
    compare(seed, 1 + seed % 5, member_count);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(member_count, 100000U);
}

}  // namespace
}  // namespace smpi::models
