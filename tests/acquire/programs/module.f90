! SPDX-License-Identifier: BSD-3-Clause
!
! A ring with wildcard receives, two collectives. MPI_Pcontrol marks turns 2 to 4.
program ring
  use mpi
  implicit none
  integer :: rank, ranks, i, ierr
  integer :: q(2)
  double precision :: a(100), b(100)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  a = rank
  do i = 1, 5
    if (i == 2) call MPI_Pcontrol(1)
    if (i == 5) call MPI_Pcontrol(0)
    call MPI_Irecv(b, 100, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, q(1), ierr)
    call MPI_Isend(a, 100, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 7, MPI_COMM_WORLD, q(2), ierr)
    call MPI_Waitall(2, q, MPI_STATUSES_IGNORE, ierr)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  call MPI_Allreduce(a, b, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(a, 10, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
