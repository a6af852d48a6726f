! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: nonblocking and persistent collectives.
program nonblocking
  use mpi_f08
  implicit none
  integer :: me, np, code, i, step
  integer, allocatable, asynchronous :: send(:), receive(:), counts(:), places(:)
  integer, asynchronous :: total, mine
  type(MPI_Request) :: requests(3)
  type(MPI_Datatype), allocatable, asynchronous :: types(:)
  call start_test()
  allocate (send(np), receive(np), counts(np), places(np), types(np))
  send = [(100*me + i, i=1, np)]
  receive = 0
  counts = 1
  types = MPI_INTEGER
  places = [(4*(i - 1), i=1, np)]
  mine = me
  call MPI_Ibarrier(MPI_COMM_WORLD, requests(1))
  call MPI_Iallreduce(mine, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(2))
  call MPI_Ialltoallw(send, counts, places, types, receive, counts, places, types, &
      MPI_COMM_WORLD, requests(3))
  call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
  call check(total == np*(np - 1)/2, 'Iallreduce')
  call check(all(receive == [(100*(i - 1) + me + 1, i=1, np)]), 'Ialltoallw')

  call MPI_Iallreduce(MPI_IN_PLACE, mine, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, requests(1))
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
  call check(mine == np - 1, 'in place')
  call MPI_Bcast_init(mine, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
  do step = 1, 3
    mine = -1
    if (me == 0) mine = 10*step
    call MPI_Start(requests(1))
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call check(mine == 10*step, 'persistent broadcast')
  end do
  call MPI_Request_free(requests(1))
  call end_test()
contains
  include 'check.inc'
end program nonblocking
