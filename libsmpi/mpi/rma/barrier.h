// SPDX-License-Identifier: BSD-3-Clause
//
// The barrier that fences and the freeing of windows contain.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::rma {

// Collective over `communicator`, with the algorithm that MPI_Barrier would use.
int barrier(Communicator& communicator);

}  // namespace smpi::rma
