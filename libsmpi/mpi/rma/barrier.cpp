// SPDX-License-Identifier: BSD-3-Clause
//
// A collective call on the window's own communicator.
#include "libsmpi/mpi/rma/barrier.h"

#include "libsmpi/mpi/coll/run.h"

namespace smpi::rma {

int barrier(Communicator& communicator) {
  coll::BarrierArgs args;
  static_cast<coll::Operation&>(args) =
      coll::Operation(communicator, Channel::collective, communicator.next_collective_tag());
  int error = MPI_SUCCESS;
  args.collect_errors_in(error);
  coll::run_part(coll::Collective::barrier, args);
  return error;
}

}  // namespace smpi::rma
