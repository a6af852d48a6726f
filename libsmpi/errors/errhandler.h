// SPDX-License-Identifier: BSD-3-Clause
//
// Error handlers (MPI 5.0, 9.3): the predefined three and those a program makes for communicators,
// windows, files and sessions.
#pragma once

#include <cstdint>

#include "include/mpi.h"
#include "libsmpi/handle_pool.h"
#include "libsmpi/reference.h"

namespace smpi {

enum class ErrhandlerKind : std::uint8_t {
  are_fatal, abort, returns, communicator, window, file, session
};

class Errhandler : public Counted {
 public:
  using Function = void (*)();  // one of the variadic callback types, by kind
  Errhandler(ErrhandlerKind kind_, Function function_, bool fortran_ = false)
      : kind(kind_), function(function_), fortran(fortran_) {}

  ErrhandlerKind kind;
  Function function;
  bool fortran;  // the callback takes INTEGER handles by reference and no varargs
  HandleValue handle = 0;
};

// The predefined handlers, shared by all ranks.
Errhandler& errors_are_fatal();
Errhandler& errors_abort();
Errhandler& errors_return();

}  // namespace smpi
