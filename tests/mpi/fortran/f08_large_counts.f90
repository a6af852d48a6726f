! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: counts of MPI_COUNT_KIND under the same names, and attached buffers given back.
program f08_large_counts
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc, c_ptr
  implicit none
  integer :: me, np, code, right, left, value
  integer(kind=MPI_COUNT_KIND) :: n, one, room
  integer(kind=MPI_COUNT_KIND) :: counts(32), total
  integer(kind=MPI_ADDRESS_KIND) :: places(32)
  integer :: numbers(32), i
  character(len=1), target, asynchronous :: buffer(10000)
  type(c_ptr) :: detached
  type(MPI_Status) :: status
  type(MPI_Datatype) :: type
  call start_test()
  right = mod(me + 1, np)
  left = mod(me + np - 1, np)
  one = 1
  room = 10000
  call MPI_Buffer_attach(buffer, room)
  call MPI_Bsend(me, one, MPI_INTEGER, right, 0, MPI_COMM_WORLD)
  call MPI_Recv(value, one, MPI_INTEGER, left, 0, MPI_COMM_WORLD, status)
  call check(value == left, 'received')
  call MPI_Get_count(status, MPI_INTEGER, n)
  call check(n == 1, 'count')
  call MPI_Buffer_detach(detached, n)
  call check(n == room .and. c_associated(detached, c_loc(buffer)), 'detached')
  counts = 1
  places = [(i - 1, i=1, 32)]
  call MPI_Allgatherv(me, one, MPI_INTEGER, numbers, counts, places, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(numbers(1:np) == [(i - 1, i=1, np)]), 'Allgatherv')
  call MPI_Type_contiguous(3_MPI_COUNT_KIND*10**9, MPI_BYTE, type)
  call MPI_Type_size(type, total)
  call check(total == 3_MPI_COUNT_KIND*10**9, 'three billion bytes')
  call MPI_Type_size(type, i)
  call check(i == MPI_UNDEFINED, 'too many for an integer')
  call MPI_Type_free(type)
  call end_test()
contains
  include 'check.inc'
end program f08_large_counts
