// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_Comm_join (MPI 5.0, 11.10.5): two processes at the ends of a socket become the two sides of
// an intercommunicator.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::process {

// nullptr when the socket does not lead to another rank. `self` is a communicator of the running
// rank alone. Returns MPI_SUCCESS, or MPI_ERR_ARG for a descriptor that is no connected socket.
int join_over_socket(int descriptor, Communicator& self, Communicator*& joined);

}  // namespace smpi::process
