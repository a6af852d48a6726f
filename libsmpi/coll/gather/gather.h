// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Gather and MPI_Gatherv. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void gather_linear(const GatherArgs& args);

}  // namespace smpi::coll
