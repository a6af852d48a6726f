! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: windows and memory by C_PTR.
program f08_rma
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_associated, c_f_pointer, c_ptr
  implicit none
  integer :: me, np, code, right, unit
  integer, asynchronous :: value
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  type(c_ptr) :: pointer
  integer, pointer, asynchronous :: memory(:)
  type(MPI_Win) :: win
  call start_test()
  right = mod(me + 1, np)
  bytes = 64
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, pointer, win)
  call c_f_pointer(pointer, memory, [16])
  memory = -1
  call MPI_Win_fence(0, win)
  value = 10*me
  call MPI_Put(value, 1, MPI_INTEGER, right, 3_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
  call MPI_Win_fence(0, win)
  call check(memory(4) == 10*mod(me + np - 1, np), 'Put')
  call MPI_Fetch_and_op(me, value, MPI_INTEGER, me, 3_MPI_ADDRESS_KIND, MPI_REPLACE, win)
  call MPI_Win_fence(0, win)
  call MPI_F_sync_reg(value)
  call check(memory(4) == me .and. value == 10*mod(me + np - 1, np), 'Fetch_and_op')
  call MPI_Win_free(win)
  call check(win == MPI_WIN_NULL, 'freed')

  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_SELF, pointer, win)
  call MPI_Win_shared_query(win, 0, bytes, unit, pointer)
  call check(bytes == 64 .and. unit == 4 .and. c_associated(pointer), 'shared memory')
  call MPI_Win_free(win)
  call MPI_Alloc_mem(bytes, MPI_INFO_NULL, pointer)
  call c_f_pointer(pointer, memory, [16])
  memory = 3
  call MPI_Free_mem(memory)
  call end_test()
contains
  include 'check.inc'
end program f08_rma
