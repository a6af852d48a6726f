/* SPDX-License-Identifier: BSD-3-Clause
 * The nine routines of ScaLAPACK and BLACS that MUMPS refers to. It calls them for the last and
 * largest block of a big system only, unless its option 13 forbids that. */
#include <mpi.h>

#define ABSENT(name)               \
  void name(void) {                \
    MPI_Abort(MPI_COMM_WORLD, 99); \
  }
ABSENT(blacs_gridexit_)
ABSENT(blacs_gridinfo_)
ABSENT(blacs_gridinit_)
ABSENT(descinit_)
ABSENT(numroc_)
ABSENT(pdgetrf_)
ABSENT(pdgetrs_)
ABSENT(pdpotrf_)
ABSENT(pdpotrs_)
