! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: completion of several requests; indices start at 1.
program wait_indices
  use mpi
  implicit none
  integer, parameter :: many = 40
  integer :: me, np, code, i, index, count, indices(many), requests(many)
  integer :: statuses(MPI_STATUS_SIZE, many), status(MPI_STATUS_SIZE)
  integer, asynchronous :: values(many), mine(many)
  logical :: flag, seen(many)
  call start_test()
  mine = [(100*me + i, i=1, many)]

  ! Each process sends to itself in reverse order of tags.
  values = -1
  do i = 1, many
    call MPI_Irecv(values(i), 1, MPI_INTEGER, me, i, MPI_COMM_WORLD, requests(i), code)
  end do
  call MPI_Testany(many, requests, index, flag, status, code)
  call check(.not. flag, 'none is ready')
  call MPI_Send(mine(3), 1, MPI_INTEGER, me, 3, MPI_COMM_WORLD, code)
  call MPI_Waitany(many, requests, index, status, code)
  call check(index == 3 .and. status(MPI_TAG) == 3, 'Waitany')
  call check(requests(3) == MPI_REQUEST_NULL, 'request 3')
  call MPI_Send(mine(1), 1, MPI_INTEGER, me, 1, MPI_COMM_WORLD, code)
  flag = .false.
  do while (.not. flag)
    call MPI_Testany(many, requests, index, flag, MPI_STATUS_IGNORE, code)
  end do
  call check(index == 1, 'Testany')
  seen = .false.
  seen([1, 3]) = .true.
  do i = many, 1, -1
    if (.not. seen(i)) call MPI_Send(mine(i), 1, MPI_INTEGER, me, i, MPI_COMM_WORLD, code)
  end do
  do while (.not. all(seen))
    call MPI_Waitsome(many, requests, count, indices, statuses, code)
    call check(count >= 1, 'Waitsome')
    do i = 1, count
      call check(.not. seen(indices(i)), 'index once')
      call check(statuses(MPI_TAG, i) == indices(i), 'status of the index')
      seen(indices(i)) = .true.
    end do
  end do
  call check(all(values == mine), 'values')
  call MPI_Waitsome(many, requests, count, indices, MPI_STATUSES_IGNORE, code)
  call check(count == MPI_UNDEFINED, 'nothing left')
  call MPI_Testall(many, requests, flag, MPI_STATUSES_IGNORE, code)
  call check(flag, 'Testall')

  ! Testsome and the request that is asked about without being freed.
  call MPI_Irecv(values(1), 1, MPI_INTEGER, me, 1, MPI_COMM_WORLD, requests(1), code)
  call MPI_Irecv(values(2), 1, MPI_INTEGER, me, 2, MPI_COMM_WORLD, requests(2), code)
  call MPI_Send(mine(2), 1, MPI_INTEGER, me, 2, MPI_COMM_WORLD, code)
  flag = .false.
  do while (.not. flag)
    call MPI_Request_get_status(requests(2), flag, status, code)
  end do
  call check(requests(2) /= MPI_REQUEST_NULL, 'still there')
  call MPI_Testsome(2, requests, count, indices, statuses, code)
  call check(count == 1 .and. indices(1) == 2, 'Testsome')
  call MPI_Send(mine(1), 1, MPI_INTEGER, me, 1, MPI_COMM_WORLD, code)
  call MPI_Waitall(2, requests, statuses, code)
  call check(statuses(MPI_TAG, 1) == 1, 'Waitall')
  call end_test()
contains
  include 'check.inc'
end program wait_indices
