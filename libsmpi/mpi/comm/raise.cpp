// SPDX-License-Identifier: BSD-3-Clause
//
// Which communicator's handler it is.
#include "libsmpi/mpi/comm/raise.h"

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi {

int raise(const Communicator* communicator, int code, std::string_view detail) {
  if (code == MPI_SUCCESS) return code;
  Rank& rank = current_rank();
  if (communicator == nullptr) {
    const bool self_is_unset = rank.self->errhandler.get() == &initial_errhandler(rank.simulation);
    communicator = self_is_unset ? rank.world : rank.self;
  }
  return raise(*communicator->errhandler, to_handle(communicator), code, detail);
}

}  // namespace smpi
