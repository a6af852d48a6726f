// SPDX-License-Identifier: BSD-3-Clause
//
// Least squares, and cross-validation over all subsets of the terms.
#include "tools/calibrate/polynomial.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "kernel/error.h"

namespace smpi::calibrate {
namespace {

constexpr std::uint32_t fold_count = 10;
// With weights from the last round's prediction; they settle in two.
constexpr int weighting_rounds = 4;

using Rows = std::vector<const Observation*>;
using Subset = std::uint32_t;  // a bit a term

std::vector<std::size_t> members(Subset subset) {
  std::vector<std::size_t> result;
  for (std::size_t term = 0; term < 32; term++) {
    if ((subset >> term & 1U) != 0) result.push_back(term);
  }
  return result;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void subtract(std::vector<double>& from, double factor, const std::vector<double>& what) {
  for (std::size_t i = 0; i < from.size(); i++) from[i] -= factor * what[i];
}

// Minimises |columns x - right|, by Gram and Schmidt's orthogonalisation, modified. Columns that
// depend on the ones before get 0.
std::vector<double> least_squares(std::vector<std::vector<double>> columns,
                                  std::vector<double> right) {
  const std::size_t count = columns.size();
  std::vector<std::vector<double>> triangle(count, std::vector<double>(count, 0));
  std::vector<double> projected(count, 0);
  for (std::size_t j = 0; j < count; j++) {
    const double original = std::sqrt(dot(columns[j], columns[j]));
    for (std::size_t i = 0; i < j; i++) {
      triangle[i][j] = dot(columns[i], columns[j]);
      subtract(columns[j], triangle[i][j], columns[i]);
    }
    const double length = std::sqrt(dot(columns[j], columns[j]));
    if (length <= 1e-10 * original) {
      std::fill(columns[j].begin(), columns[j].end(), 0);
      continue;
    }
    triangle[j][j] = length;
    for (double& value : columns[j]) value /= length;
    projected[j] = dot(columns[j], right);
    subtract(right, projected[j], columns[j]);
  }
  std::vector<double> solution(count, 0);
  for (std::size_t j = count; j-- > 0;) {
    if (triangle[j][j] == 0) continue;
    double sum = projected[j];
    for (std::size_t k = j + 1; k < count; k++) sum -= triangle[j][k] * solution[k];
    solution[j] = sum / triangle[j][j];
  }
  return solution;
}

// What residuals of a time count in.
double unit_of(double seconds) {
  return std::pow(seconds, 0.75);
}

double predict(const std::vector<double>& coefficients, const Observation& row) {
  return dot(coefficients, row.terms);
}

// Coefficients of all terms, 0 outside the subset; they may be negative.
std::vector<double> fit_subset(const Rows& rows, Subset subset, std::size_t term_count) {
  const std::vector<std::size_t> terms = members(subset);
  std::vector<double> scale;
  for (const Observation* row : rows) scale.push_back(unit_of(row->seconds));
  std::vector<double> coefficients(term_count, 0);
  for (int round = 0; round < weighting_rounds; round++) {
    std::vector<std::vector<double>> columns(terms.size(), std::vector<double>(rows.size()));
    std::vector<double> right(rows.size());
    for (std::size_t i = 0; i < rows.size(); i++) {
      right[i] = rows[i]->seconds / scale[i];
      for (std::size_t k = 0; k < terms.size(); k++) {
        columns[k][i] = rows[i]->terms[terms[k]] / scale[i];
      }
    }
    const std::vector<double> solution = least_squares(std::move(columns), std::move(right));
    for (std::size_t k = 0; k < terms.size(); k++) coefficients[terms[k]] = solution[k];
    for (std::size_t i = 0; i < rows.size(); i++) {
      const double predicted_s = predict(coefficients, *rows[i]);
      // A prediction that is no time says nothing about the weight.
      if (predicted_s > rows[i]->seconds / 10) scale[i] = unit_of(predicted_s);
    }
  }
  return coefficients;
}

bool are_positive(const std::vector<double>& coefficients, Subset subset) {
  const std::vector<std::size_t> terms = members(subset);
  return std::all_of(terms.begin(), terms.end(),
                     [&](std::size_t k) { return coefficients[k] > 0; });
}

struct Validation {
  double error;           // mean square, relative, with the weights of the fit
  double standard_error;  // of that mean over the folds
};

// Weighted by what was measured, which does not change from subset to subset.
Validation cross_validate(const Rows& rows, Subset subset, std::size_t term_count) {
  std::vector<double> errors;
  for (std::uint32_t fold = 0; fold < fold_count; fold++) {
    Rows seen;
    Rows unseen;
    for (const Observation* row : rows) {
      (row->group % fold_count == fold ? unseen : seen).push_back(row);
    }
    if (seen.empty() || unseen.empty()) continue;
    const std::vector<double> coefficients = fit_subset(seen, subset, term_count);
    double squares = 0;
    double weights = 0;
    for (const Observation* row : unseen) {
      const double unit = unit_of(row->seconds);
      squares += std::pow((row->seconds - predict(coefficients, *row)) / unit, 2);
      weights += std::pow(row->seconds / unit, 2);
    }
    errors.push_back(squares / weights);
  }
  const auto count = static_cast<double>(errors.size());
  const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
  double squares = 0;
  for (const double error : errors) squares += (error - mean) * (error - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

struct Candidate {
  Subset subset;
  std::vector<double> coefficients;
  Validation validation;
};

Candidate choose(const std::vector<Candidate>& candidates) {
  const auto by_error = [](const Candidate& a, const Candidate& b) {
    return a.validation.error < b.validation.error;
  };
  const Candidate& best = *std::min_element(candidates.begin(), candidates.end(), by_error);
  const double limit = best.validation.error + best.validation.standard_error;
  const Candidate* chosen = &best;
  for (const Candidate& candidate : candidates) {
    if (candidate.validation.error > limit) continue;
    const int fewer = std::popcount(chosen->subset) - std::popcount(candidate.subset);
    if (fewer > 0 || (fewer == 0 && by_error(candidate, *chosen))) chosen = &candidate;
  }
  return *chosen;
}

double r2_of(const Rows& rows, const std::vector<double>& predicted_s) {
  double mean_s = 0;
  for (const Observation* row : rows) mean_s += row->seconds / static_cast<double>(rows.size());
  double residual = 0;
  double total = 0;
  for (std::size_t i = 0; i < rows.size(); i++) {
    residual += std::pow(rows[i]->seconds - predicted_s[i], 2);
    total += std::pow(rows[i]->seconds - mean_s, 2);
  }
  return total > 0 ? 1 - residual / total : 1;
}

}  // namespace

double Fit::predict_s(const std::vector<double>& terms) const {
  return dot(coefficients, terms);
}

std::uint32_t groups_needed(std::size_t term_count) {
  return std::max(fold_count, 2 * static_cast<std::uint32_t>(term_count));
}

Fit fit_terms(const std::vector<Observation>& observations) {
  SIM_ASSERT(!observations.empty(), "a fit needs observations");
  const std::size_t term_count = observations.front().terms.size();
  Rows rows;
  for (const Observation& observation : observations) rows.push_back(&observation);
  std::vector<Candidate> candidates;
  for (Subset subset = 1; subset < Subset{1} << term_count; subset++) {
    std::vector<double> coefficients = fit_subset(rows, subset, term_count);
    if (!are_positive(coefficients, subset)) continue;
    const Validation validation = cross_validate(rows, subset, term_count);
    candidates.push_back({subset, std::move(coefficients), validation});
  }
  // A single term that is positive everywhere always fits.
  SIM_ASSERT(!candidates.empty(), "no term is positive");
  Candidate chosen = choose(candidates);
  Fit fit{.coefficients = std::move(chosen.coefficients),
          .cross_validated_error = std::sqrt(chosen.validation.error),
          .r2 = 0,
          .predicted_s = {}};
  for (const Observation* row : rows) fit.predicted_s.push_back(fit.predict_s(row->terms));
  fit.r2 = r2_of(rows, fit.predicted_s);
  return fit;
}

}  // namespace smpi::calibrate
