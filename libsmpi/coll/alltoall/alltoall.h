// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw. Costs and papers are on top of
// their files. In place only the algorithms called so work by themselves.
#pragma once

#include "libsmpi/coll/arguments.h"

namespace smpi::coll {

void alltoall_linear(const AlltoallArgs& args);
void alltoall_by_rank(const AlltoallArgs& args);
void alltoall_in_place(const AlltoallArgs& args);       // pair after pair
void alltoall_in_place_ring(const AlltoallArgs& args);  // all at one distance together
// Runs another algorithm in place, from a copy of the blocks.
void alltoall_from_copy(const AlltoallArgs& args, void (*algorithm)(const AlltoallArgs&));

// At most `batch` receives and sends at a time; the next ones when all of them are done, or each
// time one is done.
enum class Refill : std::uint8_t { batches, one_by_one };
void alltoall_throttled(const AlltoallArgs& args, int batch, Refill refill);

// What keeps the steps of the following apart.
enum class Separation : std::uint8_t { none, one_barrier, barriers, tokens };
// Step i sends to rank + i and receives from rank - i.
void alltoall_ring(const AlltoallArgs& args, Separation separation);
// Step i exchanges with rank XOR i; for a power of two of ranks.
void alltoall_pairwise(const AlltoallArgs& args, Separation separation);

// These need equal blocks (MPI_Alltoall).
void alltoall_bruck(const AlltoallArgs& args);
void alltoall_mesh(const AlltoallArgs& args, int dimensions);
void alltoall_recursive_doubling(const AlltoallArgs& args);  // a power of two of ranks

}  // namespace smpi::coll
