// SPDX-License-Identifier: BSD-3-Clause
//
// Fitting times by a sum of terms, and finding out which terms they need.
//
// seconds = sum of coefficient x term, all coefficients positive: a kernel that gets faster when it
// has more to do would be an artefact of the fit. Times span six decades, and no polynomial follows
// a kernel over all of them, so weights matter: residuals count in units of p^(3/4), p being the
// predicted time, by reweighted least squares. Alternatives considered, on 100 shapes of dgemm:
// units of p, relative residuals, by which tiny calls make large ones 13 % wrong on average, not 5
// %; units of p^(1/2), by which all seconds together are predicted exactly, and short vectors at a
// tenth of their time; no weights, which sees only the ten largest calls.
//
// A term stays when leaving it out predicts times worse that the fit has not seen: of all subsets
// of the terms (there are five at most, so all are tried) that fit with positive coefficients, the
// smallest whose cross-validated error is within one standard error of the best (Breiman et al.,
// Classification and Regression Trees, 1984). Alternatives considered: p-values (assume normal
// noise, and that of real kernels is one-sided), the lasso (shrinks the coefficients that stay).
#pragma once

#include <cstdint>
#include <vector>

namespace smpi::calibrate {

struct Observation {
  std::vector<double> terms;  // their values
  double seconds;             // mean over a few calls
  std::uint32_t group;        // observations of one shape, kept together in cross-validation
};

struct Fit {
  std::vector<double> coefficients;  // by term; 0: dropped
  double cross_validated_error = 0;  // root mean square, unseen, weighted as in the fit
  double r2 = 0;                     // of the seconds
  std::vector<double> predicted_s;   // by observation

  double predict_s(const std::vector<double>& terms) const;
};

// Fewest groups that a fit of `term_count` terms needs.
std::uint32_t groups_needed(std::size_t term_count);

// REQUIRES: observations of at least groups_needed() groups, numbered from 0, with positive
// seconds, and as many terms in each.
Fit fit_terms(const std::vector<Observation>& observations);

}  // namespace smpi::calibrate
