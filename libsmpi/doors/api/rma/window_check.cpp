// SPDX-License-Identifier: BSD-3-Clause
//
// Errors of one-sided calls.
#include "libsmpi/doors/api/rma/window_check.h"
#include "libsmpi/mpi/comm/communicator.h"

#include <fmt/format.h>

namespace smpi::api {

int raise_on_window(const Window* window, int code, std::string_view detail) {
  if (code == MPI_SUCCESS) return code;
  if (window == nullptr) return raise(static_cast<const Communicator*>(nullptr), code, detail);
  return raise(*window->errhandler, to_handle(window), code, detail);
}

WindowCheck& WindowCheck::target(int rank) {
  if (failed() || rank == MPI_PROC_NULL) return *this;
  if (rank < 0 || rank >= window_->size()) {
    fail(MPI_ERR_RANK,
         fmt::format("target {}, but the window has {} ranks", rank, window_->size()));
  }
  return *this;
}

}  // namespace smpi::api
