// SPDX-License-Identifier: BSD-3-Clause
//
// Kernels: their arguments are right (a BLAS says when they are not), operands stay inside their
// areas, dimensions and terms are those of the routines.
#include "tools/calibrate/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tools/calibrate/routines.h"
#include "tools/calibrate/timing.h"

namespace smpi::calibrate {
namespace {

constexpr int size_max = 64;

// The smallest and the largest shapes, in both variants.
std::vector<Shape> extremes(const Kernel& kernel) {
  const int largest = kernel.has_matrix ? size_max : vector_size_max(size_max);
  std::vector<Shape> shapes;
  for (const bool other : {false, true}) {
    shapes.push_back({.sizes = {largest, largest, largest}, .is_other_variant = other});
    shapes.push_back({.sizes = {4, 4, 4}, .is_other_variant = other});
    shapes.push_back({.sizes = {5, largest, 7}, .is_other_variant = other});
    shapes.push_back({.sizes = {largest, 5, largest}, .is_other_variant = other});
  }
  return shapes;
}

TEST(Kernels, RunWithoutComplaints) {
  Operands operands(size_max);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  for (const Kernel& kernel : kernels()) {
    for (const Shape& shape : extremes(kernel)) {
      for (std::uint64_t place = 0; place < 50; place++) kernel.run({shape, operands, place});
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// What is written stays of a size that is computed with as fast as any other.
TEST(Kernels, KeepTheirOperandsInRange) {
  Operands operands(size_max);
  for (int round = 0; round < 20; round++) {
    for (const Kernel& kernel : kernels()) {
      for (const Shape& shape : extremes(kernel)) {
        kernel.run({shape, operands, static_cast<std::uint64_t>(round)});
      }
    }
  }
  // Matrices are up to 64 x 72, and each area has room for two of them.
  const std::size_t all = 2 * 64 * 72;
  const double* written = operands.to_write(0, all);
  EXPECT_TRUE(std::all_of(written, written + all, [](double value) {
    return std::isfinite(value) && (value == 0 || std::abs(value) > 1e-200);
  }));
}

TEST(Kernels, PlacesAreInsideAndRepeat) {
  Operands operands(size_max);
  const std::size_t all = 2 * 64 * 72;
  const double* first = operands.to_read(0, all);
  for (std::uint64_t place = 0; place < 1000; place++) {
    const double* found = operands.to_read(place, 100);
    EXPECT_GE(found, first);
    EXPECT_LE(found + 100, first + all);
    EXPECT_EQ(found, operands.to_read(place, 100));
    const auto [x, y] = operands.two_to_write(place, all / 2);
    EXPECT_LE(x + all / 2, y);
  }
  EXPECT_NE(operands.to_read(1, 100), operands.to_read(2, 100));
}

TEST(Kernels, HaveTheDimensionsOfTheirRoutines) {
  for (const Kernel& kernel : kernels()) {
    for (const Shape& shape : extremes(kernel)) {
      EXPECT_GT(operations_of(kernel, shape), 0) << kernel.routine;
      for (const double term : Terms(kernel).evaluate(shape)) EXPECT_GE(term, 1) << kernel.routine;
      EXPECT_GE(calls_at_once(kernel, shape), 1) << kernel.routine;
    }
  }
  // 2 M N K for dgemm; of dtrsm the triangle is M x M on the left, N x N on the right.
  const Shape left{.sizes = {4, 10, 6}};
  const Shape right{.sizes = {4, 10, 6}, .is_other_variant = true};
  EXPECT_EQ(operations_of(kernels()[0], left), 2 * 4 * 10 * 6);
  EXPECT_STREQ(kernels()[1].routine, "dtrsm");
  EXPECT_EQ(operations_of(kernels()[1], left), 10 * 16);
  EXPECT_EQ(operations_of(kernels()[1], right), 4 * 100);
  EXPECT_EQ(calls_at_once(kernels()[0], {.sizes = {2048, 2048, 2048}}), 1);
}

}  // namespace
}  // namespace smpi::calibrate
