// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/run/observe/cost_terms.h"

#include <gtest/gtest.h>

#include <array>

namespace smpi::observe {
namespace {

// Calls with arguments (M, N, K) as HPL's panels shrink; each gets a sample whenever the time
// `seconds` of all calls so far passes the next whole number, as a timer would.
template <class Time>
CostTerms::Term observe_calls(Time seconds) {
  CostTerms terms({"M", "N", "K"});
  double elapsed = 0;
  double next = 1;
  for (int i = 0; i < 4000; i++) {
    const std::array<double, 3> values = {100.0 + i % 37, 10.0 + i % 53, 1.0 + i % 7};
    terms.add_call(values);
    elapsed += seconds(values[0], values[1], values[2]);
    for (; next < elapsed; next++) terms.add_sample(values);
  }
  return terms.likeliest();
}

TEST(CostTerms, FindsTheProductOfAllArguments) {
  const auto term = observe_calls([](double m, double n, double k) { return 1e-5 * m * n * k; });
  EXPECT_EQ(term.formula, "M*N*K");
}

TEST(CostTerms, FindsASquare) {
  const auto term = observe_calls([](double, double n, double) { return 2e-4 * n * n; });
  EXPECT_EQ(term.formula, "N*N");
}

TEST(CostTerms, FindsThatNothingMatters) {
  const auto term = observe_calls([](double, double, double) { return 0.25; });
  EXPECT_EQ(term.formula, "1");
  EXPECT_EQ(term.sum, 4000);  // one a call
}

// The sum is what the coefficient is computed with: 4000 calls, N = 10 .. 62, on average about 36.
TEST(CostTerms, SumsTheTermOverAllCalls) {
  const auto term = observe_calls([](double, double n, double) { return 0.01 * n; });
  ASSERT_EQ(term.formula, "N");
  double sum = 0;
  for (int i = 0; i < 4000; i++) sum += 10.0 + i % 53;
  EXPECT_DOUBLE_EQ(term.sum, sum);
}

// A kernel that was never called, and one without arguments.
TEST(CostTerms, WithoutSamplesIsConstant) {
  EXPECT_EQ(CostTerms({"M"}).likeliest().formula, "1");
  CostTerms none({});
  none.add_call({});
  none.add_sample({});
  EXPECT_EQ(none.likeliest().formula, "1");
}

}  // namespace
}  // namespace smpi::observe
