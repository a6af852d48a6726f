// SPDX-License-Identifier: BSD-3-Clause
//
// One QR decomposition with column pivoting for the whole model and one for each factor left out:
// ranks come from them, so that factors that cannot be told apart get no degrees.
#include "tools/study/statistics/anova.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <limits>

#include "kernel/error.h"

namespace smpi::study {
namespace {

// Below this share of the total a sum of squares is rounding.
constexpr double rounding_share = 1e-24;

struct Fit {
  double residual = 0;  // sum of squares
  std::size_t rank = 0;
};

Fit fit(const FactorTable& table, const std::vector<std::size_t>& factors,
        const Eigen::VectorXd& values) {
  const Eigen::MatrixXd columns = model_matrix(table, factors, {});
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposed(columns);
  // The rest of Q'y beyond the rank: more accurate than the differences to the fitted values.
  const Eigen::VectorXd turned = decomposed.householderQ().transpose() * values;
  return {turned.tail(turned.size() - decomposed.rank()).squaredNorm(),
          static_cast<std::size_t>(decomposed.rank())};
}

// Fills in F and p; both rows have degrees.
void test(AnovaRow& row, const AnovaRow& residual) {
  if (residual.sum_of_squares == 0) {
    const bool has_effect = row.sum_of_squares > 0;
    row.f = has_effect ? std::numeric_limits<double>::infinity() : 0;
    row.p = has_effect ? 0 : 1;
    return;
  }
  const auto degrees = static_cast<double>(row.degrees);
  const auto left = static_cast<double>(residual.degrees);
  row.f = (row.sum_of_squares / degrees) / (residual.sum_of_squares / left);
  row.p = boost::math::cdf(boost::math::complement(boost::math::fisher_f(degrees, left), *row.f));
}

}  // namespace

Anova anova(const FactorTable& table, std::span<const double> values) {
  SIM_ASSERT(table.rows.size() == values.size() && !values.empty(), "one value a row");
  Eigen::VectorXd centered =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  centered.array() -= centered.mean();
  Anova found;
  found.total = centered.squaredNorm();
  const auto without_rounding = [&](double sum) {
    return sum <= rounding_share * found.total ? 0 : sum;
  };
  const std::vector<std::size_t> factors = all_factors(table);
  const Fit full = fit(table, factors, centered);
  found.residual.sum_of_squares = without_rounding(full.residual);
  found.residual.degrees = values.size() - full.rank;
  for (const std::size_t factor : factors) {
    std::vector<std::size_t> others = factors;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(factor));
    const Fit without = fit(table, others, centered);
    AnovaRow row;
    row.degrees = full.rank - without.rank;
    if (row.degrees > 0) row.sum_of_squares = without_rounding(without.residual - full.residual);
    if (row.degrees > 0 && found.residual.degrees > 0) test(row, found.residual);
    found.factors.push_back(row);
  }
  return found;
}

}  // namespace smpi::study
