// SPDX-License-Identifier: BSD-3-Clause
//
// Plans: the same for the same seed, every shape once a round, sizes within their limits.
#include "tools/calibrate/plan.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace smpi::calibrate {
namespace {

bool operator==(const Shape& a, const Shape& b) {
  return a.sizes == b.sizes && a.is_other_variant == b.is_other_variant;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs(const Plan& plan, std::size_t first,
                                                           std::size_t count) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
  for (std::size_t i = first; i < first + count; i++) {
    result.emplace_back(plan.trials[i].kernel, plan.trials[i].shape);
  }
  return result;
}

TEST(Plan, IsMadeFromItsSeed) {
  const Plan one = make_plan({.seed = 1});
  const Plan again = make_plan({.seed = 1});
  const Plan two = make_plan({.seed = 2});
  const std::size_t count = one.trials.size();
  EXPECT_EQ(pairs(one, 0, count), pairs(again, 0, count));
  EXPECT_NE(pairs(one, 0, count), pairs(two, 0, count));
  for (std::size_t kernel = 0; kernel < kernels().size(); kernel++) {
    EXPECT_TRUE(one.shapes[kernel][7] == again.shapes[kernel][7]);
    EXPECT_FALSE(one.shapes[kernel][7] == two.shapes[kernel][7]);
  }
}

TEST(Plan, HasEveryShapeOnceARound) {
  const Plan plan = make_plan({.shape_count = 20, .repetitions = 3});
  const std::size_t round = kernels().size() * 20;
  ASSERT_EQ(plan.trials.size(), 3 * round);
  for (std::size_t i = 0; i < 3; i++) {
    const auto trials = pairs(plan, i * round, round);
    EXPECT_EQ(
        (std::set<std::pair<std::uint32_t, std::uint32_t>>(trials.begin(), trials.end()).size()),
        round);
  }
  EXPECT_NE(pairs(plan, 0, round), pairs(plan, round, round));
}

// A third of the logarithms from 4 to 256 is below 16, and a third above 64.
TEST(Plan, SpreadsTheLogarithmsOfSizes) {
  const Plan plan = make_plan({.shape_count = 3000, .repetitions = 1, .size_max = 256});
  int small = 0;
  int large = 0;
  for (const Shape& shape : plan.shapes[0]) {
    for (const int size : shape.sizes) {
      ASSERT_GE(size, 4);
      ASSERT_LE(size, 256);
      small += size < 16;
      large += size >= 64;
    }
  }
  EXPECT_NEAR(small / 9000.0, 1 / 3.0, 0.03);
  EXPECT_NEAR(large / 9000.0, 1 / 3.0, 0.03);
}

TEST(Plan, VectorsMayBeLongerThanMatrices) {
  const Plan plan = make_plan({.shape_count = 300, .repetitions = 1, .size_max = 256});
  for (std::size_t i = 0; i < kernels().size(); i++) {
    int longest = 0;
    for (const Shape& shape : plan.shapes[i]) longest = std::max(longest, shape.sizes[0]);
    EXPECT_EQ(longest > 256, !kernels()[i].has_matrix) << kernels()[i].routine;
    EXPECT_LE(longest, vector_size_max(256));
  }
}

}  // namespace
}  // namespace smpi::calibrate
