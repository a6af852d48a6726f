// SPDX-License-Identifier: BSD-3-Clause
//
// Errors of calls on files.
#include "libsmpi/doors/api/io/check.h"

#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {

int raise_on_file(const File* file, int code, std::string_view detail) {
  if (code == MPI_SUCCESS) return code;
  const Rank& rank = current_rank();
  const Ref<Errhandler>& handler =
      file == nullptr ? rank.simulation.io->errhandler_of(rank) : file->errhandler;
  return raise(*handler, to_handle(file), code, detail);
}

FileCheck& FileCheck::type(MPI_Datatype handle) {
  datatype_ = find_datatype(handle);
  if (datatype_ == nullptr) fail(MPI_ERR_TYPE, "null or freed datatype");
  if (datatype_ != nullptr && !datatype_->is_committed()) {
    fail(MPI_ERR_TYPE, "the datatype is not committed");
  }
  return *this;
}

FileCheck& FileCheck::hints(MPI_Info handle) {
  info_ = handle == MPI_INFO_NULL ? nullptr : find_info(handle);
  return require(info_ != nullptr || handle == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object");
}

}  // namespace smpi::api
