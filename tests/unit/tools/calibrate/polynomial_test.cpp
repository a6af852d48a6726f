// SPDX-License-Identifier: BSD-3-Clause
//
// The fit on times that were made up: known polynomials, with and without noise, come back, and
// terms that were not used are dropped.
#include "tools/calibrate/polynomial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libsmpi/cost/modeled/noise.h"

namespace smpi::calibrate {
namespace {

using kernel::RandomStream;

// The terms of dgemm, for shapes from 4 to 2,048 with logarithms equally likely.
std::vector<double> random_terms(RandomStream& stream) {
  const auto draw = [&] { return std::floor(4 * std::exp(stream.uniform() * std::log(512))); };
  const double m = draw();
  const double n = draw();
  const double k = draw();
  return {m * n * k, m * n, m * k, n * k, 1};
}

struct Truth {
  std::vector<double> coefficients;
  double noise = 0;
};

std::vector<Observation> observe(const Truth& truth, int shapes, int repetitions,
                                 std::uint64_t seed) {
  RandomStream shapes_stream(seed, 0);
  modeled::Noise noise({}, {.calls = seed});
  std::vector<Observation> result;
  for (int shape = 0; shape < shapes; shape++) {
    const std::vector<double> terms = random_terms(shapes_stream);
    double seconds = 0;
    for (std::size_t i = 0; i < terms.size(); i++) seconds += truth.coefficients[i] * terms[i];
    for (int i = 0; i < repetitions; i++) {
      result.push_back(
          {terms, seconds * noise.call_factor(0, truth.noise), static_cast<std::uint32_t>(shape)});
    }
  }
  return result;
}

TEST(Polynomial, ExactTimesGiveTheExactCoefficients) {
  const Truth truth{{4e-11, 2e-10, 3e-10, 1e-10, 5e-7}};
  const Fit fit = fit_terms(observe(truth, 60, 1, 1));
  for (std::size_t i = 0; i < 5; i++) {
    EXPECT_NEAR(fit.coefficients[i], truth.coefficients[i], 1e-6 * truth.coefficients[i]) << i;
  }
  EXPECT_NEAR(fit.r2, 1, 1e-9);
  EXPECT_LT(fit.cross_validated_error, 1e-9);
}

// Half-normal noise of 5 % in 60 x 5 observations: the leading coefficient within 2 %.
TEST(Polynomial, NoiseAveragesOut) {
  const Truth truth{{4e-11, 1e-9, 0, 0, 5e-7}, 0.05};
  for (std::uint64_t seed = 1; seed <= 10; seed++) {
    const Fit fit = fit_terms(observe(truth, 60, 5, seed));
    EXPECT_NEAR(fit.coefficients[0], 4e-11, 0.02 * 4e-11) << seed;
    EXPECT_NEAR(fit.coefficients[1], 1e-9, 0.15 * 1e-9) << seed;
    EXPECT_NEAR(fit.coefficients[4], 5e-7, 0.15 * 5e-7) << seed;
    EXPECT_GT(fit.r2, 0.97) << seed;
    EXPECT_NEAR(fit.cross_validated_error, 0.05, 0.01) << seed;
  }
}

// Two terms that do not count, of the same order of magnitude as those that do, and noise.
TEST(Polynomial, TermsThatDoNotCountAreDropped) {
  const Truth truth{{4e-11, 1e-9, 0, 0, 5e-7}, 0.05};
  int kept = 0;
  for (std::uint64_t seed = 1; seed <= 20; seed++) {
    const Fit fit = fit_terms(observe(truth, 60, 3, seed));
    EXPECT_GT(fit.coefficients[0], 0) << seed;
    EXPECT_GT(fit.coefficients[1], 0) << seed;
    EXPECT_GT(fit.coefficients[4], 0) << seed;
    kept += (fit.coefficients[2] > 0) + (fit.coefficients[3] > 0);
  }
  EXPECT_LE(kept, 2);  // of 40
}

TEST(Polynomial, OneTermIsEnoughWhereOneCounts) {
  const Fit fit = fit_terms(observe({{4e-11, 0, 0, 0, 0}, 0.02}, 40, 3, 3));
  EXPECT_NEAR(fit.coefficients[0], 4e-11, 0.01 * 4e-11);
  EXPECT_EQ(std::count(fit.coefficients.begin(), fit.coefficients.end(), 0.0), 4);
}

// Times that fall with M*N, which no sum of positive terms can follow.
TEST(Polynomial, CoefficientsAreNeverNegative) {
  const Truth truth{{4e-11, -2e-12, 0, 0, 5e-6}, 0.01};
  for (std::uint64_t seed = 1; seed <= 5; seed++) {
    const Fit fit = fit_terms(observe(truth, 40, 2, seed));
    for (const double coefficient : fit.coefficients) EXPECT_GE(coefficient, 0) << seed;
    EXPECT_LT(fit.cross_validated_error, 0.2) << seed;
  }
}

TEST(Polynomial, TermsThatAreMultiplesOfEachOtherDoNoHarm) {
  std::vector<Observation> observations;
  for (std::uint32_t i = 0; i < 20; i++) {
    observations.push_back({{i + 1.0, 2 * (i + 1.0)}, 3e-6 * (i + 1), i});
  }
  const Fit fit = fit_terms(observations);
  EXPECT_NEAR(fit.predict_s({1, 2}), 3e-6, 1e-12);
}

TEST(Polynomial, TheSameTimesGiveTheSameFit) {
  const auto observations = observe({{4e-11, 1e-9, 0, 0, 5e-7}, 0.05}, 40, 3, 9);
  EXPECT_EQ(fit_terms(observations).coefficients, fit_terms(observations).coefficients);
}

TEST(Polynomial, SaysHowManyShapesItNeeds) {
  EXPECT_EQ(groups_needed(2), 10U);
  EXPECT_EQ(groups_needed(8), 16U);
}

}  // namespace
}  // namespace smpi::calibrate
