// SPDX-License-Identifier: BSD-3-Clause
//
// The variables that Fortran programs pass to mean something special (MPI 5.0, 19.1.4).
//
// C has values for them; Fortran has variables that are known by their address. They are two COMMON
// blocks, which mpif.h and both modules declare. Each rank has its own copy of the program and so
// of the blocks: a constructor in what the wrappers link (start.c) tells where they are.
#pragma once

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/fortran_sentinels.h"

namespace smpi::fortran {

// Those of the running rank.
const SentinelPlaces& sentinels();

// What C calls a choice buffer: MPI_BOTTOM, MPI_IN_PLACE, MPI_BUFFER_AUTOMATIC, or itself.
void* as_buffer(void* argument);
// MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, or itself.
int* as_weights(MPI_Fint* argument);
// MPI_STATUS_IGNORE for either of Fortran's two names, or itself: the layouts are the same.
MPI_Status* as_status(MPI_Fint* argument);
// MPI_ERRCODES_IGNORE, or itself.
int* as_error_codes(MPI_Fint* argument);
// Are they MPI_ARGV_NULL and MPI_ARGVS_NULL?
bool is_argv_null(const char* argument);
bool is_argvs_null(const char* argument);

}  // namespace smpi::fortran
