// SPDX-License-Identifier: BSD-3-Clause
//
// The predefined error handlers live as long as the library.
#include "libsmpi/errors/errhandler.h"

namespace smpi {
namespace {

Errhandler& make_predefined(ErrhandlerKind kind, MPI_Errhandler handle) {
  auto* handler = new Errhandler(kind, nullptr);
  handler->retain();
  handler->handle = static_cast<HandleValue>(reinterpret_cast<std::uintptr_t>(handle));
  return *handler;
}

}  // namespace

Errhandler& errors_are_fatal() {
  static Errhandler& handler = make_predefined(ErrhandlerKind::are_fatal, MPI_ERRORS_ARE_FATAL);
  return handler;
}

Errhandler& errors_abort() {
  static Errhandler& handler = make_predefined(ErrhandlerKind::abort, MPI_ERRORS_ABORT);
  return handler;
}

Errhandler& errors_return() {
  static Errhandler& handler = make_predefined(ErrhandlerKind::returns, MPI_ERRORS_RETURN);
  return handler;
}

}  // namespace smpi
