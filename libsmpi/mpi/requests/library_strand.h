// SPDX-License-Identifier: BSD-3-Clause
//
// Work of the library beside that of the program: a nonblocking collective, a partitioned message,
// MPI_Comm_idup. It runs in a strand of its own, on the rank whose call starts it.
#pragma once

#include <functional>

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi {

// Starts `work` on `strand`, whose owner keeps it until the work has ended. The strand is inside
// the call that the running strand is in, so that reports name it and no call of the work is
// counted.
void start_library_strand(Strand& strand, Rank& rank, std::function<void()> work);

}  // namespace smpi
