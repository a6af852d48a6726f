// SPDX-License-Identifier: BSD-3-Clause
//
// Errors of calls on a communicator, and of those that belong to no object.
#pragma once

#include <string_view>

#include "libsmpi/mpi/errors/raise.h"

namespace smpi {

class Communicator;

// Reports a wrong call through the error handler of `communicator` and returns `code`, as
// errors/raise.h does. Errors that belong to no object (nullptr) go to MPI_COMM_SELF (MPI 5.0,
// 9.3), or to MPI_COMM_WORLD, as before MPI 4.0, while the program has not set a handler on SELF.
int raise(const Communicator* communicator, int code, std::string_view detail = {});

}  // namespace smpi
