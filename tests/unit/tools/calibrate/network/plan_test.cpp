// SPDX-License-Identifier: BSD-3-Clause
//
// Plans: the same for the same seed, all sizes of all experiments, within the budget.
#include "tools/calibrate/network/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace smpi::calibrate::network {
namespace {

TEST(NetworkPlan, IsMadeFromItsSeed) {
  const PlanSettings one{.seed = 1}, two{.seed = 2};
  EXPECT_EQ(plan_text(one, make_plan(one)), plan_text(one, make_plan(one)));
  EXPECT_NE(plan_text(one, make_plan(one)), plan_text(two, make_plan(two)));
}

TEST(NetworkPlan, HasThresholdsAndTheirNeighbours) {
  const PlanSettings settings{.size_max_bytes = 1000000, .thresholds_bytes = {65519}};
  std::set<std::int64_t> sizes;
  for (const PlanRow& row : make_plan(settings)) {
    if (row.op == "pingpong") sizes.insert(row.size_bytes);
  }
  for (const std::int64_t size : {0, 1, 65518, 65519, 65520, 524288, 1000000}) {
    EXPECT_TRUE(sizes.contains(size)) << size;
  }
  EXPECT_GE(sizes.size(), 200U);
}

// Small sizes keep all repetitions, the largest one or more.
TEST(NetworkPlan, OfASmallBudgetRepeatsLargeSizesLess) {
  const PlanSettings settings{.size_max_bytes = 100000000, .budget_s = 30};
  const std::vector<PlanRow> rows = make_plan(settings);
  std::map<std::int64_t, int> repetitions;
  for (const PlanRow& row : rows) repetitions[row.size_bytes] += row.op == "pingpong";
  EXPECT_EQ(repetitions.at(1), 20);
  EXPECT_GE(repetitions.at(100000000), 1);
  EXPECT_LT(repetitions.at(100000000), 20);
  EXPECT_LT(plan_duration_s(settings, rows), 60);
}

// Exchanges that follow each other overlap: messages of a socket that wait for each other then take
// 1.5 times as long instead of twice, and the fit would not see them.
TEST(NetworkPlan, ExchangesStandAlone) {
  std::set<std::string> ops;
  for (const PlanRow& row : make_plan({.nodes = 3})) {
    const bool is_exchange = row.op == "bidir" || row.op == "swap:3";
    if (!is_exchange) continue;
    EXPECT_EQ(row.count, 1U) << row.op;
    ops.insert(row.op);
  }
  EXPECT_EQ(ops.size(), 2U);
}

// No two rows of the same size stand together more often than chance has it.
TEST(NetworkPlan, IsShuffled) {
  const std::vector<PlanRow> rows = make_plan({});
  std::size_t equal = 0;
  for (std::size_t i = 1; i < rows.size(); i++) equal += rows[i].op == rows[i - 1].op;
  EXPECT_LT(equal, rows.size() / 2);
}

}  // namespace
}  // namespace smpi::calibrate::network
