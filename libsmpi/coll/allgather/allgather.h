// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allgather and MPI_Allgatherv. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void allgather_ring(const AllgatherArgs& args);

}  // namespace smpi::coll
