// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives between neighbours in a topology (MPI 5.0, 8.6). Blocks are numbered as the
// neighbours are: those received by source, those sent by destination.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

void neighbor_allgather(const AllgatherArgs& args);
void neighbor_alltoall(const AlltoallArgs& args);

}  // namespace smpi::coll
