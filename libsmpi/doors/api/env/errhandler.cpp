// SPDX-License-Identifier: BSD-3-Clause
//
// Error handlers of communicators (MPI 5.0, 9.3.1) and freeing any of them (9.3.5). The functions
// for windows, files and sessions are with those.
#include "libsmpi/doors/api/env/errhandler.h"

#include "libsmpi/doors/api/check.h"

namespace smpi::api {

int create_errhandler(ErrhandlerKind kind, Errhandler::Function function, MPI_Errhandler* result) {
  Check check;
  check.require(function != nullptr, MPI_ERR_ARG, "the function is NULL")
      .pointer(result, "errhandler");
  if (check.failed()) return check.raise();
  *result = take_handle(make_errhandler(kind, function));
  return MPI_SUCCESS;
}

Errhandler* find_errhandler(MPI_Errhandler handle, ErrhandlerKind kind) {
  Errhandler* found = smpi::find_errhandler(handle);
  const bool usable = found != nullptr && (found->is_predefined() || found->kind == kind);
  return usable ? found : nullptr;
}

}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

namespace {

int set_handler(MPI_Comm comm, MPI_Errhandler errhandler) {
  Check check(comm);
  Errhandler* handler = smpi::api::find_errhandler(errhandler, ErrhandlerKind::communicator);
  check.require(handler != nullptr, MPI_ERR_ERRHANDLER, wrong_errhandler);
  if (check.failed()) return check.raise();
  check.communicator()->errhandler = handler;
  return MPI_SUCCESS;
}

int get_handler(MPI_Comm comm, MPI_Errhandler* errhandler) {
  Check check(comm);
  check.pointer(errhandler, "errhandler");
  if (check.failed()) return check.raise();
  *errhandler = take_handle(*check.communicator()->errhandler);
  return MPI_SUCCESS;
}

}  // namespace

extern "C" {

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function* comm_errhandler_fn,
                                MPI_Errhandler* errhandler) {
  const Call call;
  return create_errhandler(ErrhandlerKind::communicator,
                           reinterpret_cast<Errhandler::Function>(comm_errhandler_fn), errhandler);
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  const Call call;
  return set_handler(comm, errhandler);
}

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler) {
  const Call call;
  return get_handler(comm, errhandler);
}

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  raise(check.communicator(), errorcode);
  return MPI_SUCCESS;
}

int PMPI_Errhandler_create(MPI_Handler_function* handler_fn, MPI_Errhandler* errhandler) {
  const Call call;
  return create_errhandler(ErrhandlerKind::communicator,
                           reinterpret_cast<Errhandler::Function>(handler_fn), errhandler);
}

int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
  const Call call;
  return set_handler(comm, errhandler);
}

int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* errhandler) {
  const Call call;
  return get_handler(comm, errhandler);
}

int PMPI_Errhandler_free(MPI_Errhandler* errhandler) {
  const AnyTimeCall call;
  Check check;
  Errhandler* handler = errhandler == nullptr ? nullptr : smpi::find_errhandler(*errhandler);
  check.require(handler != nullptr, MPI_ERR_ERRHANDLER, "null or freed error handler");
  if (check.failed()) return check.raise();
  drop_handle(*handler);
  *errhandler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
