// SPDX-License-Identifier: BSD-3-Clause
//
// Library work that goes on while the program does something else, such as MPI_Comm_idup: it runs
// in a strand of its own and completes a request.
#pragma once

#include <functional>
#include <memory>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::comm {

// Starts `work` now. `name` is the MPI call, for reports. The result of `work` is the request's
// error code. The request is of the kind `other`.
Request* start_background(Communicator& communicator, const char* name, std::function<int()> work);

// The status that ends the request, filled in by its work. Without one it is the empty status.
void set_background_status(Request& request, std::shared_ptr<const Status> status);

// Called with the result of the work when the program ends the request (MPI_Wait and the like);
// what it returns is the request's error code. For errors that have a handler of their own.
void set_background_end(Request& request, std::function<int(int error)> end);

}  // namespace smpi::comm
