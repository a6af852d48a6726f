// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_Dims_create (MPI 5.0, 8.5.2): a grid as close to a cube as the number of nodes allows.
#pragma once

#include <vector>

namespace smpi::comm {

// Splits `nodes` into `factor_count` factors, the largest first: those whose largest and smallest
// differ least; of these, those with the largest smallest one. REQUIRES: nodes >= 1.
std::vector<int> balanced_factors(int nodes, int factor_count);

}  // namespace smpi::comm
