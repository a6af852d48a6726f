// SPDX-License-Identifier: BSD-3-Clause
//
// The predefined error handlers live as long as the library. One that a program made has a handle
// while the program holds it: MPI_*_get_errhandler counts as one more, MPI_Errhandler_free as one
// less, and the value stays the same in between.
#include "libsmpi/mpi/errors/errhandler.h"

#include "libsmpi/ranks/runtime/simulation.h"

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

Errhandler& make_errhandler(ErrhandlerKind kind, Errhandler::Function function, bool fortran) {
  auto* handler = new Errhandler(kind, function, fortran);
  handler->owner = &current_rank();
  handler->made_at = running_strand->call.return_address;
  return *handler;
}

Errhandler* find_errhandler(MPI_Errhandler handle) {
  if (handle == MPI_ERRORS_ARE_FATAL) return &errors_are_fatal();
  if (handle == MPI_ERRORS_ABORT) return &errors_abort();
  if (handle == MPI_ERRORS_RETURN) return &errors_return();
  Rank& rank = current_rank();
  Errhandler* found =
      rank.simulation.handles.errhandlers.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == nullptr || found->owner != &rank ? nullptr : found;
}

MPI_Errhandler take_handle(Errhandler& errhandler) {
  if (!errhandler.is_predefined() && errhandler.handle_count++ == 0) {
    errhandler.retain();
    errhandler.handle = current_rank().simulation.handles.errhandlers.add(&errhandler);
  }
  return reinterpret_cast<MPI_Errhandler>(static_cast<std::uintptr_t>(errhandler.handle));
}

void drop_handle(Errhandler& errhandler) {
  if (errhandler.is_predefined() || --errhandler.handle_count > 0) return;
  current_rank().simulation.handles.errhandlers.remove(errhandler.handle);
  errhandler.handle = 0;
  errhandler.release();
}

}  // namespace smpi
