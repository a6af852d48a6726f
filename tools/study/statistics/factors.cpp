// SPDX-License-Identifier: BSD-3-Clause
//
// Helmert's contrast c of L levels: levels before c + 1 against level c + 1.
#include "tools/study/statistics/factors.h"

#include <cmath>
#include <numeric>

#include "kernel/error.h"

namespace smpi::study {
namespace {

// One row a level, one column a contrast.
Eigen::MatrixXd contrasts(std::size_t level_count) {
  const auto levels = static_cast<Eigen::Index>(level_count);
  Eigen::MatrixXd found = Eigen::MatrixXd::Zero(levels, levels - 1);
  for (Eigen::Index column = 0; column + 1 < levels; ++column) {
    const auto before = static_cast<double>(column + 1);
    const double scale = std::sqrt(static_cast<double>(levels) / (before * (before + 1)));
    found.col(column).head(column + 1).setConstant(-scale);
    found(column + 1, column) = before * scale;
  }
  return found;
}

Eigen::MatrixXd factor_columns(const FactorTable& table, std::size_t factor) {
  const Eigen::MatrixXd of_level = contrasts(table.level_counts[factor]);
  Eigen::MatrixXd found(static_cast<Eigen::Index>(table.rows.size()), of_level.cols());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::size_t level = table.rows[row][factor];
    SIM_ASSERT(level < table.level_counts[factor], "a level that the factor does not have");
    found.row(static_cast<Eigen::Index>(row)) = of_level.row(static_cast<Eigen::Index>(level));
  }
  return found;
}

}  // namespace

std::vector<std::size_t> all_factors(const FactorTable& table) {
  std::vector<std::size_t> factors(table.level_counts.size());
  std::iota(factors.begin(), factors.end(), std::size_t{0});
  return factors;
}

Eigen::MatrixXd model_matrix(const FactorTable& table, const std::vector<std::size_t>& factors,
                             const std::vector<Interaction>& interactions) {
  const auto row_count = static_cast<Eigen::Index>(table.rows.size());
  std::vector<Eigen::MatrixXd> parts = {Eigen::MatrixXd::Ones(row_count, 1)};
  for (const std::size_t factor : factors) parts.push_back(factor_columns(table, factor));
  for (const auto& [first, second] : interactions) {
    const Eigen::MatrixXd a = factor_columns(table, first);
    const Eigen::MatrixXd b = factor_columns(table, second);
    Eigen::MatrixXd products(row_count, a.cols() * b.cols());
    for (Eigen::Index i = 0; i < a.cols(); ++i) {
      for (Eigen::Index j = 0; j < b.cols(); ++j) {
        products.col(i * b.cols() + j) = a.col(i).cwiseProduct(b.col(j));
      }
    }
    parts.push_back(std::move(products));
  }
  Eigen::Index column_count = 0;
  for (const Eigen::MatrixXd& part : parts) column_count += part.cols();
  Eigen::MatrixXd found(row_count, column_count);
  Eigen::Index column = 0;
  for (const Eigen::MatrixXd& part : parts) {
    found.middleCols(column, part.cols()) = part;
    column += part.cols();
  }
  return found;
}

}  // namespace smpi::study
