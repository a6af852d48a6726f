// SPDX-License-Identifier: BSD-3-Clause
//
// With M = X'X and d(x, y) = x' M^-1 y, exchanging run x for candidate y multiplies |M| by
// (1 + d(y, y)) (1 - d(x, x)) + d(x, y)^2 (Fedorov 1972, equation 3.2.3). A small ridge on the
// diagonal lets a random start whose columns are not yet independent climb out.
#include "tools/study/design/d_optimal.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/error.h"
#include "kernel/random_stream.h"

namespace smpi::study {
namespace {

constexpr unsigned start_count = 10;
constexpr double ridge = 1e-6;           // times the identity
constexpr double least_growth = 1e-9;    // of |X'X| by an exchange, as a share: less is rounding
constexpr double singular_share = 1e-9;  // of the runs: smaller pivots of X'X are 0

struct Exchange {
  std::size_t place = 0;  // in the design
  std::size_t candidate = 0;
  double factor = 1;  // of |X'X|
};

class Search {
 public:
  Search(const Eigen::MatrixXd& candidates, std::vector<std::size_t> rows)
      : candidates_(candidates),
        rows_(std::move(rows)),
        is_used_(static_cast<std::size_t>(candidates.rows()), false) {
    for (const std::size_t row : rows_) is_used_[row] = true;
  }

  // Exchanges until none helps; the number of exchanges is finite, as each raises |X'X|.
  void improve() {
    while (true) {
      const Exchange best = best_exchange();
      if (best.factor <= 1 + least_growth) return;
      is_used_[rows_[best.place]] = false;
      is_used_[best.candidate] = true;
      rows_[best.place] = best.candidate;
    }
  }

  const std::vector<std::size_t>& rows() const { return rows_; }

  // Nothing where the columns of the design depend on each other.
  std::optional<double> log_determinant() const {
    const Eigen::LDLT<Eigen::MatrixXd> decomposed(information());
    const Eigen::VectorXd pivots = decomposed.vectorD();
    if (pivots.minCoeff() <= singular_share * static_cast<double>(rows_.size())) {
      return std::nullopt;
    }
    return pivots.array().log().sum();
  }

 private:
  Eigen::MatrixXd information() const {
    Eigen::MatrixXd found = Eigen::MatrixXd::Zero(candidates_.cols(), candidates_.cols());
    for (const std::size_t row : rows_) {
      const auto x = candidates_.row(static_cast<Eigen::Index>(row));
      found += x.transpose() * x;
    }
    return found;
  }

  Exchange best_exchange() const {
    Eigen::MatrixXd with_ridge = information();
    with_ridge.diagonal().array() += ridge;
    const Eigen::LDLT<Eigen::MatrixXd> decomposed(with_ridge);
    const Eigen::MatrixXd solved = decomposed.solve(candidates_.transpose());
    const Eigen::VectorXd own = (candidates_.cwiseProduct(solved.transpose())).rowwise().sum();
    Exchange best;
    for (std::size_t place = 0; place < rows_.size(); ++place) {
      const auto x = static_cast<Eigen::Index>(rows_[place]);
      const Eigen::VectorXd shared = candidates_ * solved.col(x);
      for (Eigen::Index y = 0; y < candidates_.rows(); ++y) {
        if (is_used_[static_cast<std::size_t>(y)]) continue;
        const double factor = (1 + own(y)) * (1 - own(x)) + shared(y) * shared(y);
        // Equal ones differ by rounding: the first of them is taken.
        if (factor > best.factor * (1 + least_growth)) {
          best = {place, static_cast<std::size_t>(y), factor};
        }
      }
    }
    return best;
  }

  const Eigen::MatrixXd& candidates_;  // one row each
  std::vector<std::size_t> rows_;
  std::vector<bool> is_used_;
};

}  // namespace

std::optional<DOptimalDesign> d_optimal(const FactorTable& candidates,
                                        const std::vector<Interaction>& interactions,
                                        std::size_t run_count, std::uint64_t seed) {
  const Eigen::MatrixXd columns = model_matrix(candidates, all_factors(candidates), interactions);
  if (run_count < static_cast<std::size_t>(columns.cols()) || candidates.rows.size() < run_count) {
    return std::nullopt;
  }
  kernel::RandomStream seeds = kernel::named_stream(seed, "d-optimal");
  std::optional<DOptimalDesign> best;
  for (unsigned start = 0; start < start_count; ++start) {
    std::vector<std::size_t> rows(candidates.rows.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    kernel::shuffle(rows, kernel::RandomStream(seeds.next(), start));
    rows.resize(run_count);
    Search search(columns, std::move(rows));
    search.improve();
    const std::optional<double> found = search.log_determinant();
    if (!found || (best && *found <= best->log_determinant + least_growth)) continue;
    best = DOptimalDesign{.rows = search.rows(),
                          .log_determinant = *found,
                          .efficiency = std::exp(*found / static_cast<double>(columns.cols())) /
                                        static_cast<double>(run_count)};
  }
  if (best) std::sort(best->rows.begin(), best->rows.end());
  return best;
}

}  // namespace smpi::study
