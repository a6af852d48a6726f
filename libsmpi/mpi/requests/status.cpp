// SPDX-License-Identifier: BSD-3-Clause
//
// The layout of MPI_Status (32 bytes, alignment 4, MPI 5.0 ABI): the 64-bit count of bytes and the
// cancelled flag live in MPI_internal.
#include <cstring>

#include "libsmpi/mpi/requests/request.h"

namespace smpi {

void write_status(const Status& status, MPI_Status* out) {
  if (out == MPI_STATUS_IGNORE) return;
  out->MPI_SOURCE = status.source;
  out->MPI_TAG = status.tag;
  std::memcpy(&out->MPI_internal[0], &status.size_bytes, sizeof status.size_bytes);
  out->MPI_internal[2] = status.cancelled ? 1 : 0;
}

Status read_status(const MPI_Status& in) {
  Status status;
  status.source = in.MPI_SOURCE;
  status.tag = in.MPI_TAG;
  status.error = in.MPI_ERROR;
  std::memcpy(&status.size_bytes, &in.MPI_internal[0], sizeof status.size_bytes);
  status.cancelled = in.MPI_internal[2] != 0;
  return status;
}

}  // namespace smpi
