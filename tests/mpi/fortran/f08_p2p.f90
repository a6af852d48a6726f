! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: handles are types, statuses have names, ierror may be left out, keywords work.
program f08_p2p
  use mpi_f08
  implicit none
  integer :: me, np, code, left, right, n, i
  integer, asynchronous :: a(8), b(8)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Request) :: requests(2)
  type(MPI_Comm) :: comm
  type(MPI_Message) :: message
  logical :: flag
  call start_test()
  left = mod(me + np - 1, np)
  right = mod(me + 1, np)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call check(comm /= MPI_COMM_WORLD .and. comm == comm, 'operators')
  call check(MPI_COMM_WORLD%MPI_VAL /= MPI_COMM_NULL%MPI_VAL, 'values')
  a = [(100*me + i, i=1, 8)]
  b = 0
  call MPI_Irecv(b, 8, MPI_INTEGER, left, 5, comm, requests(1))
  call MPI_Isend(buf=a, count=4, datatype=MPI_INTEGER, dest=right, tag=5, comm=comm, &
      request=requests(2), ierror=code)
  call check(code == MPI_SUCCESS, 'ierror')
  call MPI_Waitall(2, requests, statuses)
  call check(statuses(1)%MPI_SOURCE == left .and. statuses(1)%MPI_TAG == 5, 'status')
  call check(requests(1) == MPI_REQUEST_NULL, 'request')
  call MPI_Get_count(statuses(1), MPI_INTEGER, n)
  call check(n == 4 .and. all(b(1:4) == 100*left + [1, 2, 3, 4]) .and. b(5) == 0, 'data')

  call MPI_Isend(a, 8, MPI_INTEGER, right, 6, comm, requests(2))
  call MPI_Mprobe(left, 6, comm, message, status)
  call MPI_Mrecv(b, 8, MPI_INTEGER, message, MPI_STATUS_IGNORE)
  call check(message == MPI_MESSAGE_NULL .and. b(8) == 100*left + 8, 'matched')
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Iprobe(MPI_ANY_SOURCE, 77, comm, flag, status)
  call check(.not. flag, 'nothing there')
  call MPI_Sendrecv_replace(b, 8, MPI_INTEGER, right, 1, left, 1, comm, MPI_STATUS_IGNORE)
  call MPI_Comm_free(comm)
  call check(comm == MPI_COMM_NULL, 'freed')
  call check(MPI_Wtime() >= 0, 'time')
  call end_test()
contains
  include 'check.inc'
end program f08_p2p
