// SPDX-License-Identifier: BSD-3-Clause
//
// Collective access in two phases (Thakur, Gropp, Lusk: "Data sieving and collective I/O in ROMIO",
// Frontiers 1999). Where the pieces of the ranks interleave, some ranks access the file for all in
// large contiguous parts, and the data are exchanged by messages:
//
//   1. bounds: an allgather of 16 bytes decides whether this is worth while, and who accesses what
//   2. lists: each rank tells each aggregator which pieces of its domain it accesses, 16 bytes each
//   3. for each window: write: the ranks send their data, the aggregator writes what it got;
//      read: the aggregator reads what is wanted and sends it
//   4. of a write, an allgather of 4 bytes, so that all ranks know of an error and that the data
//      are there
//
// An aggregator accesses the union of the pieces in its window, without the holes between them.
// Where ranks write the same byte, the data of the highest rank stay.
#pragma once

#include "libsmpi/mpi/io/access.h"

namespace smpi::io {

// Collective over the file; `operation` is the same number on all ranks (File::next_operation). A
// rank without data takes part with an access of size 0. Results are those of run().
int run_collective(const Access& access, int operation, MPI_Count& size_bytes);

}  // namespace smpi::io
