// SPDX-License-Identifier: BSD-3-Clause
//
// The fit is made anew when a quarter more runs are known. Where runs do not tell columns apart,
// the solution with the smallest exponents is taken.
#include "tools/study/runs/prediction.h"

#include <Eigen/QR>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace smpi::study {
namespace {

constexpr double margin = 1.3;
constexpr double growth = 1.25;

double number_of(const std::string& text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc{} ? value : 0;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Prediction::Prediction(const Plan& plan) : plan_(plan), rows_(plan.points.size()) {
  for (std::size_t i = 0; i < plan_.names.size(); ++i) {
    const auto is_positive = [&](const Point& point) {
      const double* number = std::get_if<double>(&point.values[i]);
      return number != nullptr && *number > 0 && std::isfinite(*number);
    };
    if (std::ranges::all_of(plan_.points, is_positive)) numbers_.push_back(i);
  }
}

const Eigen::VectorXd& Prediction::row_of(std::size_t place) const {
  Eigen::VectorXd& row = rows_[place];
  if (row.size() > 0) return row;
  row.resize(static_cast<Eigen::Index>(numbers_.size() + 1));
  // The second word of smpirun's options is the number of ranks.
  const double ranks =
      plan_.uses_smpirun ? number_of(plan_.options[1].fill(template_values(plan_, place, 0))) : 1;
  row(0) = std::log(std::max(ranks, 1.0));
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    row(static_cast<Eigen::Index>(i + 1)) =
        std::log(std::get<double>(plan_.points[place].values[numbers_[i]]));
  }
  return row;
}

void Prediction::add(std::size_t place, const Expected& took) {
  if (!(took.wall_s > 0 && took.peak_bytes > 0)) return;
  places_.push_back(place);
  wall_.push_back(std::log(took.wall_s));
  peak_.push_back(std::log(took.peak_bytes));
  const auto count = static_cast<double>(places_.size());
  if (count >= growth * static_cast<double>(fitted_count_)) fit();
}

void Prediction::fit() {
  fitted_count_ = places_.size();
  version_++;
  column_means_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(numbers_.size() + 1));
  for (const std::size_t place : places_) column_means_ += row_of(place);
  column_means_ /= static_cast<double>(places_.size());
  wall_fit_ = fit_to(wall_);
  peak_fit_ = fit_to(peak_);
}

Prediction::Fit Prediction::fit_to(const std::vector<double>& logarithms) const {
  Fit fit{.mean = mean_of(logarithms), .coefficients = {}};
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(places_.size()), column_means_.size());
  Eigen::VectorXd values(static_cast<Eigen::Index>(places_.size()));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    matrix.row(row) = (row_of(places_[i]) - column_means_).transpose();
    values(row) = logarithms[i] - fit.mean;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-9);
  decomposition.compute(matrix);
  fit.coefficients = decomposition.solve(values);
  return fit;
}

double Prediction::value(const Fit& fit, std::size_t place) const {
  return std::exp(fit.mean + fit.coefficients.dot(row_of(place) - column_means_));
}

std::optional<Expected> Prediction::expected(std::size_t place) const {
  if (fitted_count_ == 0) return std::nullopt;
  return Expected{.wall_s = margin * value(wall_fit_, place),
                  .peak_bytes = margin * value(peak_fit_, place)};
}

}  // namespace smpi::study
