// SPDX-License-Identifier: BSD-3-Clause
//
// What the functions about error handlers of communicators, windows, files and sessions share.
#pragma once

#include "libsmpi/doors/api/call.h"
#include "libsmpi/mpi/errors/errhandler.h"

namespace smpi::api {

int create_errhandler(ErrhandlerKind kind, Errhandler::Function function, MPI_Errhandler* result);

// A handler that an object of that kind may use; nullptr for any other.
Errhandler* find_errhandler(MPI_Errhandler handle, ErrhandlerKind kind);

inline constexpr const char* wrong_errhandler = "null, freed, or for another kind of object";

}  // namespace smpi::api
