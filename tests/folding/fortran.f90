! SPDX-License-Identifier: BSD-3-Clause
! A message whose length comes from a large array, which must not be folded.
program control
  use mpi
  implicit none
  integer, allocatable :: lengths(:)
  integer :: rank, ranks, error, length, data(8)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  allocate (lengths(200000))
  lengths = rank + 1
  call MPI_Barrier(MPI_COMM_WORLD, error)
  length = lengths(7)
  data = rank
  call MPI_Bcast(data, 8, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  if (rank == 1) call MPI_Send(data, length, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, error)
  if (rank == 0) call MPI_Recv(data, 8, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  deallocate (lengths)
  call MPI_Finalize(error)
end program control
