! SPDX-License-Identifier: BSD-3-Clause
! The program: module mpi, a preprocessed source, arguments of the other languages.
#define EXPECTED(n) ((n)*((n) - 1)/2)
program user
  use mpi
  use work, only: calls, sum_of_ranks, handle => MPI_Comm
  implicit none
  integer :: rank, np, np_in_c, biggest, total, code
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, np, code)
  total = sum_of_ranks(handle(MPI_COMM_WORLD))
  call largst(rank, biggest)
  call size_in_c(MPI_COMM_WORLD, np_in_c)
  if (rank == 0) write (*, '(A,I0,A,I0)') 'ranks=', np, ' sum=', total
  call MPI_Finalize(code)
  if (total /= EXPECTED(np) .or. biggest /= np - 1 .or. np_in_c /= np .or. calls /= 1) error stop 1
end program user
