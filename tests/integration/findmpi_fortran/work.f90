! SPDX-License-Identifier: BSD-3-Clause
! A module in a static library, on mpi_f08.
module work
  use mpi_f08
  implicit none
  integer, save :: calls = 0
contains
  integer function sum_of_ranks(comm)
    type(MPI_Comm), intent(in) :: comm
    integer :: rank
    call MPI_Comm_rank(comm, rank)
    sum_of_ranks = rank
    call MPI_Allreduce(MPI_IN_PLACE, sum_of_ranks, 1, MPI_INTEGER, MPI_SUM, comm)
    calls = calls + 1
  end function sum_of_ranks
end module work
