// SPDX-License-Identifier: BSD-3-Clause
//
// Seconds of kernels and the parts of HPL that they belong to.
#include "tools/study/cluster/time_parts.h"

#include <gtest/gtest.h>

#include <numeric>

namespace smpi::study::cluster {
namespace {

double of(const TimeParts& parts, TimePart part) {
  return parts.at(static_cast<std::size_t>(part));
}

// 60 + 5 + (1 + 2) + (3 + 4) = 75 of 100 s.
TEST(TimeParts, WhatNoKernelHasIsMessages) {
  const TimeParts parts = time_parts_of({{"dgemm", 60},
                                         {"dtrsm", 5},
                                         {"dger", 1},
                                         {"dscal", 2},
                                         {"HPL_dlaswp01T", 3},
                                         {"HPL_dlatcpy", 4}},
                                        100);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::dgemm), 60);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::dtrsm), 5);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::panel), 3);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::swaps), 7);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::messages), 25);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::other), 0);
}

TEST(TimeParts, UnknownKernelsAreOther) {
  EXPECT_DOUBLE_EQ(of(time_parts_of({{"dgemm", 6}, {"HPL_new", 1}}, 10), TimePart::other), 1);
}

// Samples that say 12 s of a run of 10 s are scaled.
TEST(TimeParts, TheyAddUpToTheWhole) {
  const TimeParts parts = time_parts_of({{"dgemm", 9}, {"dtrsm", 3}}, 10);
  EXPECT_DOUBLE_EQ(of(parts, TimePart::dgemm), 7.5);
  EXPECT_DOUBLE_EQ(std::accumulate(parts.begin(), parts.end(), 0.), 10);
}

}  // namespace
}  // namespace smpi::study::cluster
