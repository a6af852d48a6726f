// SPDX-License-Identifier: BSD-3-Clause
//
// Error handlers of files (MPI 5.0, 9.3.3). That of MPI_FILE_NULL is what files start with, and
// what errors go to that belong to no file, such as those of MPI_File_open (MPI 14.7).
#include "libsmpi/doors/api/env/errhandler.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/io/check.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

// Where the handler of a file is kept; nullptr when there is no such file.
Ref<Errhandler>* handler_of(MPI_File handle) {
  const Rank& rank = current_rank();
  if (handle == MPI_FILE_NULL) return &rank.simulation.io->errhandler_of(rank);
  File* file = find_file(handle);
  return file == nullptr ? nullptr : &file->errhandler;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_File_create_errhandler(MPI_File_errhandler_function* file_errhandler_fn,
                                MPI_Errhandler* errhandler) {
  const Call call;
  return create_errhandler(ErrhandlerKind::file,
                           reinterpret_cast<Errhandler::Function>(file_errhandler_fn), errhandler);
}

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
  const Call call;
  FileCheck check;
  Ref<Errhandler>* place = handler_of(file);
  Errhandler* handler = smpi::api::find_errhandler(errhandler, ErrhandlerKind::file);
  check.require(place != nullptr, MPI_ERR_FILE, "closed file");
  check.require(handler != nullptr, MPI_ERR_ERRHANDLER, wrong_errhandler);
  if (check.failed()) return check.raise();
  *place = handler;
  return MPI_SUCCESS;
}

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler* errhandler) {
  const Call call;
  FileCheck check;
  const Ref<Errhandler>* place = handler_of(file);
  check.require(place != nullptr, MPI_ERR_FILE, "closed file").pointer(errhandler, "errhandler");
  if (check.failed()) return check.raise();
  *errhandler = take_handle(**place);
  return MPI_SUCCESS;
}

int PMPI_File_call_errhandler(MPI_File fh, int errorcode) {
  const Call call;
  FileCheck check;
  check.require(handler_of(fh) != nullptr, MPI_ERR_FILE, "closed file");
  if (check.failed()) return check.raise();
  raise_on_file(find_file(fh), errorcode);
  return MPI_SUCCESS;
}

}  // extern "C"
