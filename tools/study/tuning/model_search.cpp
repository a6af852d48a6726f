// SPDX-License-Identifier: BSD-3-Clause
//
// Values are scaled to mean 0 and spread 1, so weights of about 1 are natural. Weights are searched
// on a grid of powers of ten, one after the other until none changes: few data do not deserve more.
#include "tools/study/tuning/model_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "tools/study/design/d_optimal.h"

namespace smpi::study {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Row = std::vector<std::size_t>;

// Of each factor, then of all pairs of factors together, then of what is left.
struct Weights {
  std::vector<double> factors;
  double pairs = 0.1;
  double rest = 0.01;
};

double covariance(const Weights& weights, const Row& a, const Row& b) {
  double sum = 0;
  double equal_count = 0;
  for (std::size_t factor = 0; factor < a.size(); ++factor) {
    if (a[factor] != b[factor]) continue;
    sum += weights.factors[factor];
    equal_count++;
  }
  const auto count = static_cast<double>(a.size());
  const double pair_count = std::max(1.0, count * (count - 1) / 2);
  return sum + weights.pairs * (equal_count * (equal_count - 1) / 2) / pair_count;
}

class Process {
 public:
  Process(const std::vector<Row>& rows, VectorXd values) : rows_(rows), values_(std::move(values)) {
    weights_.factors.assign(rows.front().size(), 1.0);
    maximize_likelihood();
    fit(weights_);
  }

  struct Prediction {
    double mean = 0;
    double sd = 0;
  };
  Prediction predict(const Row& row) const {
    VectorXd with(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      with(static_cast<Eigen::Index>(i)) = covariance(weights_, row, rows_[i]);
    }
    const VectorXd solved = cholesky_.matrixL().solve(with);
    const double variance = covariance(weights_, row, row) + weights_.rest - solved.squaredNorm();
    return {.mean = with.dot(coefficients_), .sd = std::sqrt(std::max(variance, 0.0))};
  }

 private:
  // The logarithm of the marginal likelihood, but for a constant.
  double fit(const Weights& weights) {
    const auto count = static_cast<Eigen::Index>(rows_.size());
    MatrixXd matrix(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j < count; ++j) {
        matrix(i, j) = covariance(weights, rows_[static_cast<std::size_t>(i)],
                                  rows_[static_cast<std::size_t>(j)]);
      }
      matrix(i, i) += weights.rest;
    }
    cholesky_.compute(matrix);
    coefficients_ = cholesky_.solve(values_);
    const MatrixXd lower = cholesky_.matrixL();
    return -0.5 * values_.dot(coefficients_) - lower.diagonal().array().log().sum();
  }

  void maximize_likelihood() {
    static constexpr std::array<double, 6> grid = {0.001, 0.01, 0.1, 0.3, 1, 3};
    std::vector<double*> places;
    for (double& weight : weights_.factors) places.push_back(&weight);
    places.push_back(&weights_.pairs);
    places.push_back(&weights_.rest);
    double best = fit(weights_);
    constexpr int rounds_most = 20;
    bool has_changed = true;
    for (int round = 0; has_changed && round < rounds_most; ++round) {
      has_changed = false;
      for (double* place : places) {
        double chosen = *place;
        for (const double weight : grid) {
          *place = weight;
          const double likelihood = fit(weights_);
          if (likelihood <= best + 1e-9) continue;
          best = likelihood;
          chosen = weight;
          has_changed = true;
        }
        *place = chosen;
      }
    }
  }

  const std::vector<Row>& rows_;
  VectorXd values_;
  Weights weights_;
  Eigen::LLT<MatrixXd> cholesky_;
  VectorXd coefficients_;
};

double expected_improvement(const Process::Prediction& prediction, double best) {
  if (prediction.sd <= 0) return std::max(best - prediction.mean, 0.0);
  const boost::math::normal standard;
  const double z = (best - prediction.mean) / prediction.sd;
  return prediction.sd * (z * boost::math::cdf(standard, z) + boost::math::pdf(standard, z));
}

std::size_t column_count(const FactorTable& table) {
  std::size_t count = 1;
  for (const std::size_t levels : table.level_counts) count += levels - 1;
  return count;
}

}  // namespace

ModelSearch::ModelSearch(CandidateNames names, FactorTable candidates, std::size_t budget,
                         unsigned replicas, std::uint64_t seed)
    : Tuner(std::move(names)),
      candidates_(std::move(candidates)),
      budget_(std::min(budget, dropped().size())),
      replicas_(replicas),
      is_out_(dropped().size(), false),
      seed_(seed) {}

// As many as the main effects need, but not more than two thirds of the budget.
std::vector<std::size_t> ModelSearch::first_candidates(std::uint64_t seed) const {
  const std::size_t wanted =
      std::max<std::size_t>(1, std::min(column_count(candidates_), budget_ * 2 / 3));
  if (const auto design = d_optimal(candidates_, {}, wanted, seed)) return design->rows;
  // Fewer runs than columns: spread over the candidates.
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < wanted; ++i) {
    rows.push_back((i * is_out_.size() + seed % is_out_.size()) / wanted % is_out_.size());
  }
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  return rows;
}

std::vector<Trial> ModelSearch::ask() {
  const auto spent = static_cast<std::size_t>(std::ranges::count(is_out_, true));
  asked_.clear();
  if (!refusal().empty()) return {};
  if (spent == 0) {
    asked_ = first_candidates(seed_);
    decide(fmt::format("starts with {} of {} candidates, a D-optimal design", asked_.size(),
                       is_out_.size()));
  } else if (tried_.empty()) {
    refuse("every candidate of the start failed");
  } else if (spent < budget_) {
    if (const auto next = most_promising()) asked_ = {*next};
  } else {
    decide(fmt::format("stops: {} candidates were tried", spent));
  }
  std::vector<Trial> trials;
  for (const std::size_t candidate : asked_) {
    is_out_[candidate] = true;
    for (unsigned replica = 0; replica < replicas_; ++replica) {
      trials.push_back({.candidate = candidate, .rung = 0, .replica = replica});
    }
  }
  return trials;
}

std::optional<std::size_t> ModelSearch::most_promising() {
  std::vector<Row> rows;
  for (const std::size_t candidate : tried_) rows.push_back(candidates_.rows[candidate]);
  VectorXd values =
      Eigen::Map<const VectorXd>(values_.data(), static_cast<Eigen::Index>(values_.size()));
  const double mean = values.mean();
  const double spread = std::sqrt((values.array() - mean).square().mean());
  values = (values.array() - mean) / (spread > 0 ? spread : 1);
  const Process process(rows, values);
  const double best = values.minCoeff();
  std::optional<std::size_t> chosen;
  double most = -1;
  for (std::size_t candidate = 0; candidate < is_out_.size(); ++candidate) {
    if (is_out_[candidate]) continue;
    const double gain = expected_improvement(process.predict(candidates_.rows[candidate]), best);
    if (gain <= most) continue;
    most = gain;
    chosen = candidate;
  }
  if (chosen) {
    decide(fmt::format("tries {}: expected improvement {:.3g}", name(*chosen), most * spread));
  }
  return chosen;
}

void ModelSearch::tell(const std::vector<std::optional<double>>& values) {
  std::size_t place = 0;
  for (const std::size_t candidate : asked_) {
    double sum = 0;
    bool has_failed = false;
    for (unsigned replica = 0; replica < replicas_; ++replica, ++place) {
      has_failed = has_failed || !values[place];
      sum += values[place].value_or(0);
    }
    if (has_failed) {
      drop(candidate, "failed");
      continue;
    }
    tried_.push_back(candidate);
    values_.push_back(sum / replicas_);
  }
}

std::optional<std::size_t> ModelSearch::best() const {
  if (tried_.empty()) return std::nullopt;
  return tried_[static_cast<std::size_t>(std::ranges::min_element(values_) - values_.begin())];
}

}  // namespace smpi::study
