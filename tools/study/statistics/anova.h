// SPDX-License-Identifier: BSD-3-Clause
//
// Which factors change a result: the analysis of variance of main effects.
//
// Tables with holes (constraints, failed runs) are unbalanced: sums of squares are then of type II,
// what the residual grows by when one factor is left out of the model with all others (Fox, Applied
// Regression Analysis, 2016, section 8.2.5). They do not depend on the order of the factors, and
// are the usual ones for balanced tables.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tools/study/statistics/factors.h"

namespace smpi::study {

struct AnovaRow {
  double sum_of_squares = 0;
  std::size_t degrees = 0;  // 0: other factors or a single level hide the effect of this one
  std::optional<double> f;  // none without degrees of this row or of the residual
  std::optional<double> p;
};

struct Anova {
  std::vector<AnovaRow> factors;  // in their order
  AnovaRow residual;              // without F and p
  double total = 0;               // sum of squares around the mean
};

// One finite value a row of the table, at least one. An exact fit has an infinite F and p = 0.
Anova anova(const FactorTable& table, std::span<const double> values);

}  // namespace smpi::study
