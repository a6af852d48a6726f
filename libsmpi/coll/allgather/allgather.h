// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allgather and MPI_Allgatherv. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void allgather_linear(const AllgatherArgs& args);
void allgather_spreading(const AllgatherArgs& args);
void allgather_ring(const AllgatherArgs& args);
void allgather_shifting_ring(const AllgatherArgs& args);
void allgather_bruck(const AllgatherArgs& args);
void allgather_neighbor_exchange(const AllgatherArgs& args);
void allgather_gather_bcast(const AllgatherArgs& args);
void allgather_mesh(const AllgatherArgs& args, int dimensions);
void allgather_node_aware(const AllgatherArgs& args);

// These need a power of two of ranks; others take the algorithm of Bruck.
void allgather_recursive_doubling(const AllgatherArgs& args);
void allgather_pairwise(const AllgatherArgs& args);
void allgather_halving(const AllgatherArgs& args);

}  // namespace smpi::coll
