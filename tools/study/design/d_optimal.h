// SPDX-License-Identifier: BSD-3-Clause
//
// The runs that say most about the effects of factors, where all combinations would be too many.
//
// A design is D-optimal where the determinant of X'X of the linear model is largest: the volume of
// the joint confidence region of its coefficients is then smallest. Fedorov (Theory of Optimal
// Experiments, 1972) exchanges the pair of a run and a candidate that raises it most, until none
// does; as that ends in local optima, the best of 10 random starts is taken. Any list of candidates
// will do, so constraints are no obstacle.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/study/statistics/factors.h"

namespace smpi::study {

struct DOptimalDesign {
  std::vector<std::size_t> rows;  // of the candidates, ascending; none twice
  double log_determinant = 0;     // natural logarithm of |X'X|, X as in `model_matrix`
  double efficiency = 0;          // |X'X|^(1/p) / n of p columns and n runs: 1 if orthogonal
};

// `run_count` of the candidates for a model with intercept, main effects of all factors and the
// chosen interactions. Nothing where no choice tells the columns apart: fewer runs than columns,
// fewer candidates than runs, or effects that the candidates do not separate. One exchange costs
// runs x candidates x columns operations; there are about as many as runs.
std::optional<DOptimalDesign> d_optimal(const FactorTable& candidates,
                                        const std::vector<Interaction>& interactions,
                                        std::size_t run_count, std::uint64_t seed);

}  // namespace smpi::study
