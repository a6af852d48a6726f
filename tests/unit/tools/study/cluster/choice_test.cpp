// SPDX-License-Identifier: BSD-3-Clause
//
// The search for settings on clusters whose times are a closed form with one best setting.
#include "tools/study/cluster/choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

// Fastest with broadcast `bcast` at depth 0 and blocks of `nb`; 16 rows are better than 4.
class Valley : public ClusterSimulator {
 public:
  std::vector<double> seconds(const std::vector<ClusterRun>& runs) override {
    std::vector<double> found;
    for (const ClusterRun& run : runs) {
      const hpl::Setup& setup = run.setup;
      asked_nodes.insert(run.nodes);
      const double grid = std::abs(std::log2(static_cast<double>(setup.q) / setup.p));
      const double block = std::abs(std::log2(static_cast<double>(setup.nb) / nb));
      const double slower =
          1 + step * ((setup.bcast == bcast ? 0 : 1) + setup.depth + grid + block);
      found.push_back(slower * hpl::flops(static_cast<double>(setup.n)) / 1e9);
    }
    return found;
  }
  std::uint32_t bcast = 4;
  double nb = 384;
  double step = 0.05;
  std::set<std::uint32_t> asked_nodes;
};

Question question(std::uint32_t nodes, std::uint32_t p, std::uint32_t q) {
  Question asked;
  asked.nodes = nodes;
  asked.setup.n = 256 * 100;
  asked.setup.nb = 256;
  asked.setup.p = p;
  asked.setup.q = q;
  asked.setup.bcast = 1;
  asked.setup.depth = 1;
  return asked;
}

Knowledge knowledge(std::uint32_t ranks) {
  Knowledge known;
  known.ranks = ranks;
  known.memory_bytes_per_s = {1e10, 1e10, 1e10};
  return known;
}

Fit fit() {
  Fit known;
  known.flop_s = 1e-9;
  return known;
}

TEST(Choice, FindsTheBottomOfAValley) {
  Valley valley;
  const std::vector<Question> grids = {question(4, 2, 8), question(4, 4, 4)};
  const Choice choice = choose(knowledge(4), fit(), grids, valley);
  EXPECT_EQ(choice.question.setup.p, 4U);
  EXPECT_EQ(choice.question.setup.bcast, 4U);
  EXPECT_EQ(choice.question.setup.depth, 0U);
  EXPECT_EQ(choice.question.setup.nb, 384U);
  EXPECT_EQ(choice.question.setup.n % 384, 0U);
  EXPECT_LE(choice.question.setup.n, 25600U);
  const double first = 1 + 0.05 * (1 + 1 + std::log2(1.5));
  EXPECT_NEAR(choice.gain, first - 1, 1e-9);
  EXPECT_EQ(choice.asked_nodes, 4U);
}

TEST(Choice, KeepsTheMeasuredSettingsWhereNothingGains) {
  Valley valley;
  valley.step = 1e-5;
  const std::vector<Question> grids = {question(4, 4, 4), question(4, 2, 8)};
  const Choice choice = choose(knowledge(4), fit(), grids, valley);
  EXPECT_EQ(choice.question.setup, grids.front().setup);
  EXPECT_EQ(choice.gain, 0);
}

TEST(Choice, AsksASmallerClusterWhereRunsAreLarge) {
  Valley valley;
  Question large = question(1024, 128, 128);
  large.setup.n = 256 * 10'000;
  const Choice choice = choose(knowledge(16), fit(), {large}, valley);
  EXPECT_LT(choice.asked_nodes, 1024U);
  EXPECT_FALSE(valley.asked_nodes.contains(1024));
  EXPECT_EQ(choice.question.nodes, 1024U);
  EXPECT_EQ(choice.question.setup.p, 128U);
  EXPECT_EQ(choice.question.setup.bcast, 4U);
  EXPECT_EQ(choice.question.setup.nb, 384U);
  EXPECT_EQ(choice.question.setup.n, 256U * 10'000 / 384 * 384);
}

}  // namespace
}  // namespace smpi::study::cluster
