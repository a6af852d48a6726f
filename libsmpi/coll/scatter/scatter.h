// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scatter and MPI_Scatterv. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void scatter_linear(const ScatterArgs& args);

}  // namespace smpi::coll
