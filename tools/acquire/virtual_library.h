// SPDX-License-Identifier: BSD-3-Clause
//
// What the files of virtual time know of library.c, and it of them.
#pragma once

#include <mpi.h>

#pragma GCC visibility push(hidden)

/* How deep in calls of MPI this thread is; 0 before MPI_Init and after MPI_Finalize, too. */
int library_depth(void);
/* Puts a function between a wrapper, PMPI_X by its name, and what it calls. Gives that; null: there
   is no such wrapper. */
void* library_replace(const char* name, void* replacement);
/* Ends the run. */
void library_fail(const char* message);

/* After MPI_Init, and before MPI_Finalize, with a communicator of all ranks that the program does
   not know. */
void virtual_begin(void);
void virtual_end(MPI_Comm comm);

#pragma GCC visibility pop
