// SPDX-License-Identifier: BSD-3-Clause
//
// Properties that define Latin hypercubes and Sobol sequences.
#include "tools/study/design/space_filling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace smpi::study {
namespace {

// The parts of an axis, of as many as there are points, that hold a point.
std::set<std::size_t> parts_of(const UnitPoints& points, std::size_t axis) {
  std::set<std::size_t> parts;
  for (std::size_t point = 0; point < points.count(); ++point) {
    const double x = points[point][axis];
    EXPECT_GE(x, 0);
    EXPECT_LT(x, 1);
    parts.insert(level_of(x, points.count()));
  }
  return parts;
}

bool are_equal(const UnitPoints& a, const UnitPoints& b) {
  for (std::size_t point = 0; point < a.count(); ++point) {
    for (std::size_t axis = 0; axis < a.dimension(); ++axis) {
      if (a[point][axis] != b[point][axis]) return false;
    }
  }
  return true;
}

double smallest_distance(const UnitPoints& points) {
  double smallest = 1e9;
  for (std::size_t a = 0; a < points.count(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      smallest = std::min(smallest, std::hypot(points[a][0] - points[b][0],  //
                                               points[a][1] - points[b][1]));
    }
  }
  return smallest;
}

// One point in each of n parts of each axis.
TEST(LatinHypercube, OnePointInEachRowAndColumn) {
  for (const std::size_t count : {1, 2, 7, 100}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const UnitPoints points = latin_hypercube(count, 4, seed);
      ASSERT_EQ(points.count(), count);
      for (std::size_t axis = 0; axis < 4; ++axis) {
        EXPECT_EQ(parts_of(points, axis).size(), count);
      }
    }
  }
}

TEST(LatinHypercube, RepeatsWithItsSeed) {
  EXPECT_TRUE(are_equal(latin_hypercube(10, 3, 4), latin_hypercube(10, 3, 4)));
  EXPECT_FALSE(are_equal(latin_hypercube(10, 3, 4), latin_hypercube(10, 3, 5)));
}

// 20 points at random in a square have 190 pairs, of which one closer than r has probability pi
// r^2: the smallest distance is about 1 / sqrt(190 pi) = 0.04. The best of 50 is far above.
TEST(LatinHypercube, PointsKeepApart) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_GT(smallest_distance(latin_hypercube(20, 2, seed)), 0.08);
  }
}

// The first 2^m points have one in each of 2^m parts of each axis, and the first two axes are a
// (0, m, 2)-net: one point in each box of 2^a x 2^(m-a) boxes. A digital shift keeps both.
TEST(Sobol, FirstAxesAreANet) {
  const UnitPoints points = sobol(64, 8, 3);
  for (std::size_t axis = 0; axis < 8; ++axis) EXPECT_EQ(parts_of(points, axis).size(), 64u);
  for (std::size_t wide = 1; wide <= 64; wide *= 2) {
    std::set<std::pair<std::size_t, std::size_t>> boxes;
    for (std::size_t point = 0; point < 64; ++point) {
      boxes.insert({level_of(points[point][0], wide), level_of(points[point][1], 64 / wide)});
    }
    EXPECT_EQ(boxes.size(), 64u);
  }
}

TEST(Sobol, LongerDesignsStartWithShorterOnes) {
  EXPECT_TRUE(are_equal(sobol(10, 3, 4), sobol(20, 3, 4)));
  EXPECT_FALSE(are_equal(sobol(10, 3, 4), sobol(10, 3, 5)));
}

// The sequence itself, without the shift: Joe and Kuo's points 1 to 3 of three axes are (1/2, 1/2,
// 1/2), (3/4, 1/4, 1/4), (1/4, 3/4, 3/4), in the order of the Gray code. The shift of point 0
// undoes that of the others, bit by bit.
TEST(Sobol, KnownPoints) {
  const UnitPoints points = sobol(4, 3, 9);
  const double expected[3][3] = {{0.5, 0.5, 0.5}, {0.75, 0.25, 0.25}, {0.25, 0.75, 0.75}};
  for (std::size_t point = 1; point < 4; ++point) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto bits = [](double x) { return static_cast<std::uint64_t>(std::ldexp(x, 53)); };
      const std::uint64_t unshifted = bits(points[point][axis]) ^ bits(points[0][axis]);
      EXPECT_EQ(std::ldexp(static_cast<double>(unshifted), -53), expected[point - 1][axis]);
    }
  }
}

TEST(UnitPoints, LevelsOfCoordinates) {
  EXPECT_EQ(level_of(0, 3), 0u);
  EXPECT_EQ(level_of(0.34, 3), 1u);
  EXPECT_EQ(level_of(1, 3), 2u);
}

}  // namespace
}  // namespace smpi::study
