! SPDX-License-Identifier: BSD-3-Clause
! Fixed form with mpif.h, in the same library.
      SUBROUTINE LARGST(N, BIGGEST)
      INCLUDE 'mpif.h'
      INTEGER N, BIGGEST, CODE
      CALL MPI_ALLREDUCE(N, BIGGEST, 1, MPI_INTEGER, MPI_MAX,
     &    MPI_COMM_WORLD, CODE)
      END
