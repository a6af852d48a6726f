! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: windows on the program's memory and on MPI's, by pointer of either kind.
program rma
  use mpi
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  implicit none
  integer :: me, np, code, win, i, right, one
  integer, volatile :: table(10), got(10)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp, address
  type(c_ptr) :: pointer
  integer, pointer :: memory(:)
  call start_test()
  right = mod(me + 1, np)

  table = [(100*me + i, i=1, 10)]
  got = -1
  bytes = 40
  call MPI_Win_create(table, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, code)
  call MPI_Win_fence(0, win, code)
  disp = 2
  call MPI_Get(got, 3, MPI_INTEGER, right, disp, 3, MPI_INTEGER, win, code)
  call MPI_Win_fence(0, win, code)
  call check(all(got(1:3) == 100*right + [3, 4, 5]), 'Get')
  one = 1
  disp = 0
  call MPI_Accumulate(one, 1, MPI_INTEGER, 0, disp, 1, MPI_INTEGER, MPI_SUM, win, code)
  call MPI_Win_fence(0, win, code)
  if (me == 0) call check(table(1) == 1 + np, 'Accumulate')
  call MPI_Win_free(win, code)
  call check(win == MPI_WIN_NULL, 'window freed')

  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, pointer, win, code)
  call c_f_pointer(pointer, memory, [10])
  memory = 0
  call MPI_Win_fence(0, win, code)
  disp = 4
  call MPI_Put(me, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win, code)
  call MPI_Win_fence(0, win, code)
  call check(memory(5) == mod(me + np - 1, np), 'Put')
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, code)
  call MPI_Accumulate(one, 1, MPI_INTEGER, 0, disp, 1, MPI_INTEGER, MPI_SUM, win, code)
  call MPI_Win_unlock(0, win, code)
  call MPI_Win_fence(0, win, code)
  if (me == 0) call check(memory(5) == np - 1 + np, 'locked')
  call MPI_Win_free(win, code)

  call MPI_Alloc_mem(bytes, MPI_INFO_NULL, pointer, code)
  call c_f_pointer(pointer, memory, [10])
  memory = me
  call MPI_Free_mem(memory, code)
  call MPI_Alloc_mem(bytes, MPI_INFO_NULL, address, code)
  call check(address /= 0, 'an integer as pointer')
  call end_test()
contains
  include 'check.inc'
end program rma
