// SPDX-License-Identifier: BSD-3-Clause
//
// Variance-based sensitivity: which share of the variance of a result each parameter explains.
//
// Saltelli, Annoni, Azzini, Campolongo, Ratto and Tarantola, Computer Physics Communications 181
// (2010): two samples A and B and, for each parameter i, A with column i from B. N (k + 2) runs;
// N of some thousands for two digits, which only cheap programs or fitted models afford: screen
// with `morris` before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tools/study/design/unit_points.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study {

// `base_count` groups of dimension + 2 rows: A, B, then A with the first parameter from B, and so
// on; the first groups of a larger design are a smaller one. A and B are the halves of a Sobol
// sequence of 2 x dimension axes, so base_count should be a power of two. All are below 1.
UnitPoints saltelli(std::size_t base_count, std::size_t dimension, std::uint64_t seed);

// Of one parameter, shares of the variance; noise may take them a little below 0 or above 1.
struct SobolIndex {
  double first = 0;  // alone: mean(f_B (f_ABi - f_A)) / V
  Interval first_interval;
  double total = 0;  // with all interactions: mean((f_A - f_ABi)^2) / (2 V)
  Interval total_interval;
};

// One finite result a row of `saltelli`, in its order, at least two groups. V is the variance of
// f_A and f_B together. 95 % percentile intervals of 1,000 seeded resamples of the groups. No
// indices at all where the results of A and B are all equal.
std::vector<SobolIndex> sobol_indices(std::span<const double> results, std::size_t dimension,
                                      std::uint64_t seed);

}  // namespace smpi::study
