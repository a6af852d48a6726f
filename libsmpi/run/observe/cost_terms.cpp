// SPDX-License-Identifier: BSD-3-Clause
//
// Enumerating products and adding up.
#include "libsmpi/run/observe/cost_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace smpi::observe {
namespace {

// What a further factor must add to the logarithm of the likelihood to be believed.
constexpr double gain_of_a_factor = 3;

}  // namespace

CostTerms::CostTerms(std::vector<std::string> names) : names_(std::move(names)) {
  if (names_.size() > arguments_max) names_.resize(arguments_max);
  candidates_.push_back({});
  for (std::size_t first = 0; first < candidates_.size(); first++) {
    const Candidate shorter = candidates_[first];
    if (shorter.factor_count == shorter.factors.size()) break;
    const std::size_t from =
        shorter.factor_count == 0 ? 0 : shorter.factors[shorter.factor_count - 1];
    for (std::size_t name = from; name < names_.size(); name++) {
      Candidate longer = shorter;
      longer.factors[longer.factor_count++] = static_cast<std::uint8_t>(name);
      candidates_.push_back(longer);
    }
  }
}

double CostTerms::value(const Candidate& candidate, std::span<const double> values) {
  double product = 1;
  for (std::size_t i = 0; i < candidate.factor_count; i++) product *= values[candidate.factors[i]];
  return std::max(product, 0.0);
}

void CostTerms::add_call(std::span<const double> values) {
  for (Candidate& candidate : candidates_) candidate.sum += value(candidate, values);
}

void CostTerms::add_sample(std::span<const double> values) {
  sample_count_++;
  for (Candidate& candidate : candidates_) {
    candidate.sum_of_logs += std::log(value(candidate, values));
  }
}

double CostTerms::likelihood(const Candidate& candidate) const {
  if (!(candidate.sum > 0) || !std::isfinite(candidate.sum_of_logs)) {
    return -std::numeric_limits<double>::infinity();
  }
  return candidate.sum_of_logs - static_cast<double>(sample_count_) * std::log(candidate.sum);
}

CostTerms::Term CostTerms::likeliest() const {
  const Candidate* best = &candidates_.front();
  for (const Candidate& candidate : candidates_) {
    const int more_factors = candidate.factor_count - best->factor_count;
    if (likelihood(candidate) > likelihood(*best) + gain_of_a_factor * more_factors) {
      best = &candidate;
    }
  }
  std::string formula;
  for (std::size_t i = 0; i < best->factor_count; i++) {
    formula += (i == 0 ? "" : "*") + names_[best->factors[i]];
  }
  return {.formula = formula.empty() ? "1" : formula, .sum = best->sum};
}

}  // namespace smpi::observe
