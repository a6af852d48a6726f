! SPDX-License-Identifier: BSD-3-Clause
! Statuses of both forms (MPI 5.0, 19.3.5), from the module mpi, which has the derived types too.
program statuses
  use mpi
  implicit none
  integer :: me, np, code, value, status(MPI_STATUS_SIZE), copy(MPI_STATUS_SIZE)
  type(MPI_Status) :: status08
  type(MPI_Comm) :: a, b
  call start_test()
  call MPI_Sendrecv(me, 1, MPI_INTEGER, mod(me + 1, np), 11, value, 1, MPI_INTEGER, &
      mod(me + np - 1, np), 11, MPI_COMM_WORLD, status, code)
  call MPI_Status_f2f08(status, status08, code)
  call check(status08%MPI_SOURCE == mod(me + np - 1, np) .and. status08%MPI_TAG == 11, 'status')
  call MPI_Status_f082f(status08, copy, code)
  call check(all(copy == status), 'status back')
  a%MPI_VAL = MPI_COMM_WORLD
  b%MPI_VAL = MPI_COMM_SELF
  call check(a /= b .and. a == a, 'operators')
  call end_test()
contains
  include 'check.inc'
end program statuses
