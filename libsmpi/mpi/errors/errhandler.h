// SPDX-License-Identifier: BSD-3-Clause
//
// Error handlers (MPI 5.0, 9.3): the predefined three and those a program makes for communicators,
// windows, files and sessions.
#pragma once

#include <cstdint>

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

struct Rank;

enum class ErrhandlerKind : std::uint8_t {
  are_fatal,
  abort,
  returns,
  communicator,
  window,
  file,
  session
};

class Errhandler : public Counted {
 public:
  using Function = void (*)();  // one of the variadic callback types, by kind
  Errhandler(ErrhandlerKind kind_, Function function_, bool fortran_ = false)
      : kind(kind_), function(function_), fortran(fortran_) {}

  bool ends_run() const { return kind <= ErrhandlerKind::abort; }
  bool is_predefined() const { return kind < ErrhandlerKind::communicator; }

  ErrhandlerKind kind;
  Function function;
  bool fortran;  // the callback takes INTEGER handles by reference and no varargs
  HandleValue handle = 0;
  int handle_count = 0;  // how many times the program holds the handle
  Rank* owner = nullptr;
  const void* made_at = nullptr;  // return address of the call that made it
};

// The predefined handlers, shared by all ranks.
Errhandler& errors_are_fatal();
Errhandler& errors_abort();
Errhandler& errors_return();

// A new handler of the running rank, without a handle yet.
Errhandler& make_errhandler(ErrhandlerKind kind, Errhandler::Function function,
                            bool fortran = false);
// nullptr when it is MPI_ERRHANDLER_NULL, freed, or never was.
Errhandler* find_errhandler(MPI_Errhandler handle);
// Gives the program one more handle of it.
MPI_Errhandler take_handle(Errhandler& errhandler);
// Takes one handle back. The handler lives on while an object uses it.
void drop_handle(Errhandler& errhandler);

}  // namespace smpi
