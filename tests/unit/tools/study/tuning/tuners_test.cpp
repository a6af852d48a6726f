// SPDX-License-Identifier: BSD-3-Clause
//
// Tuners on tables and closed forms: no program runs. The table is a full factorial of real HPL
// runs, mean Gflop/s of 1,024 ranks (T. Cornebize, thesis 2021, public data): NB 128 and 256, depth
// 0 and 1, six broadcasts, three swaps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "tools/study/tuning/halving.h"
#include "tools/study/tuning/model_search.h"
#include "tools/study/tuning/race.h"

namespace smpi::study {
namespace {

struct Hpl {
  std::size_t nb, depth, bcast, swap;
  double gflops;
};
constexpr std::array<Hpl, 72> factorial = {{
    {0, 0, 0, 0, 23580.0}, {0, 0, 0, 1, 24033.8}, {0, 0, 0, 2, 24042.5}, {0, 0, 1, 0, 23693.8},
    {0, 0, 1, 1, 24120.0}, {0, 0, 1, 2, 24120.0}, {0, 0, 2, 0, 23270.0}, {0, 0, 2, 1, 24037.5},
    {0, 0, 2, 2, 24036.2}, {0, 0, 3, 0, 23563.8}, {0, 0, 3, 1, 24173.8}, {0, 0, 3, 2, 24152.5},
    {0, 0, 4, 0, 19940.0}, {0, 0, 4, 1, 22335.0}, {0, 0, 4, 2, 22361.2}, {0, 0, 5, 0, 21083.8},
    {0, 0, 5, 1, 23075.0}, {0, 0, 5, 2, 23070.0}, {0, 1, 0, 0, 23745.0}, {0, 1, 0, 1, 22053.8},
    {0, 1, 0, 2, 22041.2}, {0, 1, 1, 0, 23755.0}, {0, 1, 1, 1, 21905.0}, {0, 1, 1, 2, 21913.8},
    {0, 1, 2, 0, 23945.0}, {0, 1, 2, 1, 22087.5}, {0, 1, 2, 2, 22040.0}, {0, 1, 3, 0, 23950.0},
    {0, 1, 3, 1, 22025.0}, {0, 1, 3, 2, 22067.5}, {0, 1, 4, 0, 19625.0}, {0, 1, 4, 1, 21950.0},
    {0, 1, 4, 2, 21948.8}, {0, 1, 5, 0, 21026.2}, {0, 1, 5, 1, 22650.0}, {0, 1, 5, 2, 22666.2},
    {1, 0, 0, 0, 21867.5}, {1, 0, 0, 1, 22251.2}, {1, 0, 0, 2, 22255.0}, {1, 0, 1, 0, 21932.5},
    {1, 0, 1, 1, 22317.5}, {1, 0, 1, 2, 22343.8}, {1, 0, 2, 0, 21510.0}, {1, 0, 2, 1, 22213.8},
    {1, 0, 2, 2, 22208.8}, {1, 0, 3, 0, 21785.0}, {1, 0, 3, 1, 22347.5}, {1, 0, 3, 2, 22325.0},
    {1, 0, 4, 0, 18736.2}, {1, 0, 4, 1, 20687.5}, {1, 0, 4, 2, 20678.8}, {1, 0, 5, 0, 19673.8},
    {1, 0, 5, 1, 21355.0}, {1, 0, 5, 2, 21347.5}, {1, 1, 0, 0, 21660.0}, {1, 1, 0, 1, 20607.5},
    {1, 1, 0, 2, 20593.8}, {1, 1, 1, 0, 21675.0}, {1, 1, 1, 1, 20535.0}, {1, 1, 1, 2, 20555.0},
    {1, 1, 2, 0, 21752.5}, {1, 1, 2, 1, 20372.5}, {1, 1, 2, 2, 20392.5}, {1, 1, 3, 0, 21763.8},
    {1, 1, 3, 1, 20423.8}, {1, 1, 3, 2, 20428.8}, {1, 1, 4, 0, 18180.0}, {1, 1, 4, 1, 20011.2},
    {1, 1, 4, 2, 20017.5}, {1, 1, 5, 0, 19483.8}, {1, 1, 5, 1, 20687.5}, {1, 1, 5, 2, 20685.0},
}};
constexpr double best_gflops = 24173.5;

using Evaluate = std::function<std::optional<double>(const Trial&)>;

// Plays a search to its end; returns the number of trials.
std::size_t play(Tuner& tuner, const Evaluate& evaluate) {
  std::size_t count = 0;
  while (true) {
    const std::vector<Trial> trials = tuner.ask();
    if (trials.empty()) return count;
    std::vector<std::optional<double>> values;
    for (const Trial& trial : trials) values.push_back(evaluate(trial));
    tuner.tell(values);
    count += trials.size();
  }
}

CandidateNames names(std::size_t count) {
  CandidateNames names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("c" + std::to_string(i));
  return names;
}

// A number of -1 .. 1 for each pair, the same at every call.
double noise(std::size_t a, std::size_t b) {
  return std::sin(static_cast<double>(a * 7919 + b * 104729 + 1) * 12.9898);
}

FactorTable hpl_table() {
  FactorTable table{.level_counts = {2, 2, 6, 3}, .rows = {}};
  for (const Hpl& row : factorial) table.rows.push_back({row.nb, row.depth, row.bcast, row.swap});
  return table;
}

TEST(ModelSearch, FindsTheBestOfRealRuns) {
  int good = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ModelSearch search(names(72), hpl_table(), 16, 1, seed);
    EXPECT_LE(play(search, [](const Trial& trial) { return -factorial[trial.candidate].gflops; }),
              16U);
    ASSERT_TRUE(search.best());
    good += factorial[*search.best()].gflops >= best_gflops * 0.995 ? 1 : 0;
  }
  EXPECT_GE(good, 18) << good;
  RecordProperty("good_seeds", good);
}

TEST(ModelSearch, TheSameSeedDecidesTheSame) {
  std::vector<std::vector<std::string>> decisions;
  for (int i = 0; i < 2; ++i) {
    ModelSearch search(names(72), hpl_table(), 14, 1, 7);
    play(search, [](const Trial& trial) { return -factorial[trial.candidate].gflops; });
    decisions.push_back(search.decisions());
  }
  EXPECT_EQ(decisions[0], decisions[1]);
}

TEST(ModelSearch, FailuresAreLeftOut) {
  ModelSearch search(names(72), hpl_table(), 20, 1, 3);
  play(search, [](const Trial& trial) -> std::optional<double> {
    if (factorial[trial.candidate].nb == 1) return std::nullopt;
    return -factorial[trial.candidate].gflops;
  });
  ASSERT_TRUE(search.best());
  EXPECT_EQ(factorial[*search.best()].nb, 0U);
  ModelSearch hopeless(names(72), hpl_table(), 20, 1, 3);
  play(hopeless, [](const Trial&) { return std::nullopt; });
  EXPECT_FALSE(hopeless.best());
  EXPECT_FALSE(hopeless.refusal().empty());
}

TEST(ModelSearch, ABudgetThatIsTooSmallForADesign) {
  ModelSearch search(names(72), hpl_table(), 5, 1, 1);
  EXPECT_LE(play(search, [](const Trial& trial) { return -factorial[trial.candidate].gflops; }),
            5U);
  EXPECT_TRUE(search.best());
}

// 27 candidates over three rungs: 27, 9 and 3 runs.
TEST(Halving, KeepsTheBestThird) {
  Halving halving(names(27), {"n = 1", "n = 2", "n = 3"}, 1);
  const std::size_t count = play(halving, [](const Trial& trial) {
    return static_cast<double>((trial.candidate * 10) % 27) +
           100.0 * static_cast<double>(trial.rung);
  });
  EXPECT_EQ(count, 27U + 9 + 3);
  EXPECT_EQ(halving.best(), 0U);
  EXPECT_TRUE(halving.refusal().empty());
  EXPECT_EQ(std::ranges::count(halving.dropped(), ""), 1);
}

TEST(Halving, RefusesRungsThatRankOtherwise) {
  Halving halving(names(27), {"n = 1", "n = 2"}, 1);
  play(halving, [](const Trial& trial) {
    const auto value = static_cast<double>(trial.candidate);
    return trial.rung == 0 ? value : -value;
  });
  EXPECT_NE(halving.refusal().find("do not rank at n = 1"), std::string::npos);
}

TEST(Halving, MeansOfReplicasCount) {
  Halving halving(names(3), {"n = 1"}, 2);
  const std::array<std::array<double, 2>, 3> values = {{{1, 9}, {4, 4}, {2, 7}}};
  EXPECT_EQ(
      play(halving, [&](const Trial& trial) { return values[trial.candidate][trial.replica]; }),
      6U);
  EXPECT_EQ(halving.best(), 1U);
}

TEST(Halving, FailuresComeLast) {
  Halving halving(names(4), {"n = 1", "n = 2"}, 1);
  play(halving, [](const Trial& trial) -> std::optional<double> {
    if (trial.candidate != 2) return std::nullopt;
    return 1;
  });
  EXPECT_EQ(halving.best(), 2U);
  Halving hopeless(names(4), {"n = 1"}, 1);
  play(hopeless, [](const Trial&) { return std::nullopt; });
  EXPECT_FALSE(hopeless.best());
}

TEST(Race, DropsWhatIsWorse) {
  Race race(names(6), 500);
  const std::size_t count = play(race, [](const Trial& trial) {
    return static_cast<double>(trial.candidate) + 0.4 * noise(trial.candidate, trial.replica);
  });
  EXPECT_EQ(race.best(), 0U);
  EXPECT_LT(count, 200U);
  EXPECT_EQ(std::ranges::count(race.dropped(), ""), 1);
}

TEST(Race, NobodyIsDroppedBeforeTheFifthSeed) {
  Race race(names(5), 20);  // four seeds
  EXPECT_EQ(play(race,
                 [](const Trial& trial) {
                   return static_cast<double>(trial.candidate) +
                          0.01 * noise(trial.candidate, trial.replica);
                 }),
            20U);
  EXPECT_EQ(std::ranges::count(race.dropped(), ""), 5);
  EXPECT_EQ(race.best(), 0U);
}

TEST(Race, EqualCandidatesShareTheBudget) {
  Race race(names(3), 60);
  EXPECT_LE(
      play(race, [](const Trial& trial) { return noise(trial.candidate + 31, trial.replica); }),
      60U);
  EXPECT_TRUE(race.best());
}

TEST(Race, WhatDoesNotDependOnTheSeedIsRunTwice) {
  Race race(names(4), 1000);
  EXPECT_EQ(play(race, [](const Trial& trial) { return -static_cast<double>(trial.candidate); }),
            8U);
  EXPECT_EQ(race.best(), 3U);
  EXPECT_NE(race.decisions().back().find("nothing depends on the seed"), std::string::npos);
}

}  // namespace
}  // namespace smpi::study
