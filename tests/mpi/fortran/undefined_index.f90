! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: an index of nothing is MPI_UNDEFINED itself, not one more; a value is cut where the
! program's variable ends.
program undefined_index
  use mpi
  implicit none
  integer :: me, np, code, index, value, info, requests(2), status(MPI_STATUS_SIZE)
  logical :: flag
  character(len=5) :: short
  call start_test()
  requests = MPI_REQUEST_NULL
  call MPI_Waitany(2, requests, index, status, code)
  call check(index == MPI_UNDEFINED, 'Waitany')
  index = 1
  call MPI_Testany(2, requests, index, flag, status, code)
  call check(flag .and. index == MPI_UNDEFINED, 'Testany')
  call MPI_Irecv(value, 1, MPI_INTEGER, me, 1, MPI_COMM_WORLD, requests(2), code)
  call MPI_Testany(2, requests, index, flag, status, code)
  call check(.not. flag .and. index == MPI_UNDEFINED, 'nothing is ready')
  call MPI_Send(me, 1, MPI_INTEGER, me, 1, MPI_COMM_WORLD, code)
  call MPI_Waitany(2, requests, index, status, code)
  call check(index == 2, 'the second')

  call MPI_Info_create(info, code)
  call MPI_Info_set(info, 'long', 'abcdefghij', code)
  call MPI_Info_get(info, 'long', 5, short, flag, code)
  call check(flag .and. short == 'abcde', 'cut')
  call MPI_Info_free(info, code)
  call end_test()
contains
  include 'check.inc'
end program undefined_index
