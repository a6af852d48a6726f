/* SPDX-License-Identifier: BSD-3-Clause */
/* A C function that a Fortran program gives its communicator (MPI 5.0, 19.3.4). */
#include <mpi.h>

void size_in_c_(const MPI_Fint* comm, MPI_Fint* size) {
  MPI_Comm_size(MPI_Comm_f2c(*comm), size);
}
