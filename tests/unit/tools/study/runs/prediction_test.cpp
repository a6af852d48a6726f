// SPDX-License-Identifier: BSD-3-Clause
//
// Power laws that are known come out of a few runs, times the margin of 1.3.
#include "tools/study/runs/prediction.h"

#include <gtest/gtest.h>

#include <cmath>

namespace smpi::study {
namespace {

constexpr double margin = 1.3;

// Points of n x p; m follows n, and a text.
Plan grid_plan() {
  Plan plan;
  plan.names = {"n", "m", "p", "network"};
  for (const double n : {1000.0, 2000.0, 4000.0, 8000.0}) {
    for (const double p : {2.0, 8.0, 32.0}) {
      plan.points.push_back({.values = {n, n * n, p, std::string("torus")}});
    }
  }
  return plan;
}

Expected law(const Point& point) {
  const double n = std::get<double>(point.values[0]);
  const double p = std::get<double>(point.values[2]);
  return {.wall_s = 3e-9 * std::pow(n, 2.5) / std::sqrt(p), .peak_bytes = 1e6 + 8 * n * n};
}

TEST(Prediction, KnowsNothingAtFirst) {
  const Plan plan = grid_plan();
  EXPECT_FALSE(Prediction(plan).expected(0));
}

TEST(Prediction, OneRunStandsForAll) {
  const Plan plan = grid_plan();
  Prediction prediction(plan);
  prediction.add(3, {.wall_s = 2, .peak_bytes = 1e6});
  EXPECT_NEAR(prediction.expected(11)->wall_s, 2 * margin, 1e-9);
  EXPECT_NEAR(prediction.expected(11)->peak_bytes, 1e6 * margin, 1e-3);
}

TEST(Prediction, FindsThePowerLaw) {
  const Plan plan = grid_plan();
  Prediction prediction(plan);
  for (std::size_t place = 0; place < 6; ++place) prediction.add(place, law(plan.points[place]));
  for (std::size_t place = 0; place < plan.points.size(); ++place) {
    const Expected took = law(plan.points[place]);
    EXPECT_NEAR(prediction.expected(place)->wall_s / (margin * took.wall_s), 1, 1e-9) << place;
    EXPECT_NEAR(prediction.expected(place)->peak_bytes / (margin * took.peak_bytes), 1, 0.4)
        << place;
  }
}

TEST(Prediction, AParameterThatNeverChangedHasNoEffect) {
  const Plan plan = grid_plan();
  Prediction prediction(plan);
  for (std::size_t place = 0; place < plan.points.size(); place += 3) {  // p = 2
    prediction.add(place, law(plan.points[place]));
  }
  EXPECT_NEAR(prediction.expected(0)->wall_s, prediction.expected(2)->wall_s, 1e-12);
}

TEST(Prediction, RunsWithoutTimesAreLeftOut) {
  const Plan plan = grid_plan();
  Prediction prediction(plan);
  prediction.add(0, {.wall_s = 0, .peak_bytes = 1e6});
  EXPECT_FALSE(prediction.expected(0));
}

}  // namespace
}  // namespace smpi::study
