// SPDX-License-Identifier: BSD-3-Clause
//
// What depends on the order of values only: rank correlation, and Friedman's test of candidates
// that were measured in the same blocks. Both need no normal errors and see no outliers, which is
// why racing uses them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace smpi::study {

// Ranks from 1 for the smallest; equal values share the mean of their ranks.
std::vector<double> ranks(std::span<const double> values);

// Spearman's: Pearson's correlation of the ranks, from -1 to 1. Nothing below two values, or where
// all values of one side are equal. Both sides have the same number of values.
std::optional<double> spearman(std::span<const double> a, std::span<const double> b);

// Of Friedman's test, as Conover gives it (Practical Nonparametric Statistics, 3rd edition 1999,
// section 5.8), which allows for ties.
struct Friedman {
  std::vector<double> rank_sums;  // one a candidate
  double statistic = 0;           // T1; 0 where all values of each block are equal
  double p = 1;  // chi-square with one degree less than candidates, as F-race takes it
  double critical_difference = 0;  // Conover's: rank sums that differ by more are different
};

// `blocks` has a row for each block and a value for each candidate in it, at least two of each;
// small values get small ranks. `alpha` is the level of the critical difference.
Friedman friedman(const std::vector<std::vector<double>>& blocks, double alpha);

}  // namespace smpi::study
