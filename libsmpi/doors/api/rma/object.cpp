// SPDX-License-Identifier: BSD-3-Clause
//
// Names, hints and error handlers of windows (MPI 5.0, 7.8, 12.2.7 and 9.3.2).
#include <cstring>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/env/errhandler.h"
#include "libsmpi/doors/api/rma/window_check.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/rma/hints.h"

namespace smpi::api {
namespace {

int put_name(const std::string& name, char* out, int* length) {
  std::memcpy(out, name.c_str(), name.size() + 1);
  *length = static_cast<int>(name.size());
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Win_set_name(MPI_Win win, const char* win_name) {
  const Call call;
  WindowCheck check(win);
  check.require(win_name != nullptr, MPI_ERR_ARG, "win_name is NULL");
  if (check.failed()) return check.raise();
  check.window()->name.assign(win_name, strnlen(win_name, MPI_MAX_OBJECT_NAME - 1));
  return MPI_SUCCESS;
}

int PMPI_Win_get_name(MPI_Win win, char* win_name, int* resultlen) {
  const Call call;
  if (win == MPI_WIN_NULL && win_name != nullptr && resultlen != nullptr) {
    return put_name("MPI_WIN_NULL", win_name, resultlen);
  }
  WindowCheck check(win);
  check.require(win_name != nullptr && resultlen != nullptr, MPI_ERR_ARG,
                "an output argument is NULL");
  if (check.failed()) return check.raise();
  return put_name(check.window()->name, win_name, resultlen);
}

int PMPI_Win_set_info(MPI_Win win, MPI_Info info) {
  const Call call;
  WindowCheck check(win);
  const Info* given = find_info(info);
  check.require(given != nullptr || info == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object");
  if (check.failed()) return check.raise();
  rma::set_hints(*check.window(), given);
  return MPI_SUCCESS;
}

int PMPI_Win_get_info(MPI_Win win, MPI_Info* info_used) {
  const Call call;
  WindowCheck check(win);
  check.require(info_used != nullptr, MPI_ERR_ARG, "info_used is NULL");
  if (check.failed()) return check.raise();
  *info_used = to_handle(make_info(check.window()->info.get()));
  return MPI_SUCCESS;
}

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function* win_errhandler_fn,
                               MPI_Errhandler* errhandler) {
  const Call call;
  return create_errhandler(ErrhandlerKind::window,
                           reinterpret_cast<Errhandler::Function>(win_errhandler_fn), errhandler);
}

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  const Call call;
  WindowCheck check(win);
  Errhandler* handler = smpi::api::find_errhandler(errhandler, ErrhandlerKind::window);
  check.require(handler != nullptr, MPI_ERR_ERRHANDLER, wrong_errhandler);
  if (check.failed()) return check.raise();
  check.window()->errhandler = handler;
  return MPI_SUCCESS;
}

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler* errhandler) {
  const Call call;
  WindowCheck check(win);
  check.require(errhandler != nullptr, MPI_ERR_ARG, "errhandler is NULL");
  if (check.failed()) return check.raise();
  *errhandler = take_handle(*check.window()->errhandler);
  return MPI_SUCCESS;
}

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode) {
  const Call call;
  const WindowCheck check(win);
  if (check.failed()) return check.raise();
  raise_on_window(check.window(), errorcode);
  return MPI_SUCCESS;
}

}  // extern "C"
