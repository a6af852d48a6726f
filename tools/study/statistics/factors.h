// SPDX-License-Identifier: BSD-3-Clause
//
// Points whose parameters have levels instead of numbers, and the columns of a linear model of
// them.
//
// A factor of L levels has L - 1 columns: Helmert's contrasts, scaled to a mean square of 1 over
// the levels. They are orthogonal to each other and to the intercept, two levels are -1 and 1, and
// X'X of a balanced design is n times the identity: |X'X| = n^p is the bound that designs are
// measured by. What is fitted does not depend on the choice of contrasts.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <utility>
#include <vector>

namespace smpi::study {

struct FactorTable {
  std::vector<std::size_t> level_counts;       // of each factor, at least 1
  std::vector<std::vector<std::size_t>> rows;  // one a point: the level of each factor, from 0
};

// Two factors, by their places in `level_counts`.
using Interaction = std::pair<std::size_t, std::size_t>;

// One row a point. Columns: the intercept, then those of each factor in `factors`, then the
// products of the columns of each interaction.
Eigen::MatrixXd model_matrix(const FactorTable& table, const std::vector<std::size_t>& factors,
                             const std::vector<Interaction>& interactions);

// 0, 1, .. : all factors of the table.
std::vector<std::size_t> all_factors(const FactorTable& table);

}  // namespace smpi::study
