! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: sections of arrays that are not contiguous (the compiler copies them); indices from 1.
program f08_sections
  use mpi_f08
  implicit none
  integer :: me, np, code, i, index, matrix(4, 5), line(5)
  integer, pointer :: view(:)
  type(MPI_Request) :: requests(2)
  call start_test()
  matrix = reshape([(i, i=1, 20)], [4, 5]) + 1000*me
  line = 0
  call MPI_Allreduce(matrix(2, :), line, 5, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
  call check(all(line == 1000*(np - 1) + [2, 6, 10, 14, 18]), 'row')
  call MPI_Bcast(matrix(3, 1:5:2), 3, MPI_INTEGER, np - 1, MPI_COMM_WORLD)
  call check(all(matrix(3, 1:5:2) == 1000*(np - 1) + [3, 11, 19]), 'into a section')
  call check(matrix(3, 2) == 1000*me + 7, 'beside the section')
  allocate (view(5))
  view = me
  call MPI_Allreduce(MPI_IN_PLACE, view, 5, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(all(view == np*(np - 1)/2), 'pointer')
  call MPI_Isend(me, 1, MPI_INTEGER, me, 3, MPI_COMM_WORLD, requests(2))
  requests(1) = MPI_REQUEST_NULL
  call MPI_Recv(i, 1, MPI_INTEGER, me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE)
  call check(index == 2, 'index from 1')
  call end_test()
contains
  include 'check.inc'
end program f08_sections
