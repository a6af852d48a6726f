// SPDX-License-Identifier: BSD-3-Clause
//
// The two ends of a rank's life in MPI: MPI_Init is a barrier of its world that costs nothing
// (MODELS 7), and MPI_Finalize first deletes the attributes of MPI_COMM_SELF (MPI 5.0, 11.2.4).
#pragma once

#include <vector>

#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

struct Rank;
struct Strand;

// Who of a world waits in MPI_Init.
struct StartBarrier : Counted {
  std::size_t expected = 0;
  std::vector<Strand*> waiting;
};

// Blocks until all ranks of the world of `rank` are in MPI_Init.
void wait_for_world(Rank& rank);

// What must happen before MPI is finalised; returns an MPI error code.
int run_finalize_hooks(Rank& rank);

}  // namespace smpi
