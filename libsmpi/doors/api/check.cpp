// SPDX-License-Identifier: BSD-3-Clause
//
// The texts of failed checks, out of the fast path.
#include "libsmpi/doors/api/check.h"

#include <fmt/format.h>

#include "libsmpi/mpi/p2p/failures.h"

namespace smpi::api {

void Check::fail(int code, std::string detail) {
  if (failed()) return;
  code_ = code;
  detail_ = std::move(detail);
}

void Check::fail(int code, const char* name, MPI_Count value) {
  fail(code, fmt::format("{} {}", name, value));
}

void Check::fail_rank(const char* name, int rank) {
  fail(MPI_ERR_RANK, fmt::format("{} {}, but the communicator has {} ranks", name, rank,
                                 communicator_->remote_size()));
}

void Check::fail_root(int rank) {
  fail(MPI_ERR_ROOT, fmt::format("root {}, but the communicator has {} ranks", rank,
                                 communicator_->remote_size()));
}

void Check::check_null_buffer() {
  if (datatype_ != nullptr && datatype_->is_predefined() && datatype_->size_bytes() > 0) {
    fail(MPI_ERR_BUFFER, "the buffer is NULL");
  }
}

int Check::give(const Communicator* made, MPI_Comm* result) const {
  *result = to_handle(made);
  return api::raise(communicator_, p2p::take_failure());
}

}  // namespace smpi::api
