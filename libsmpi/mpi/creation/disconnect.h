// SPDX-License-Identifier: BSD-3-Clause
//
// The end of a connection (MPI 5.0, 11.10.4).
#pragma once

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

// Waits for what the running rank has pending on the communicator, then for the other members, and
// takes the communicator from the program. Collective. Returns what a delete callback returned.
int disconnect(Communicator& communicator);

}  // namespace smpi::comm
