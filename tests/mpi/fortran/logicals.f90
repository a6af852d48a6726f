! SPDX-License-Identifier: BSD-3-Clause
! MPI_LOGICAL1 to MPI_LOGICAL16, logical reductions of them, and sizes of rare kinds.
program logicals
  use mpi
  implicit none
  integer :: me, np, code, i, bytes
  integer, parameter :: types(5) = &
    [MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_LOGICAL16]
  logical(1) :: one, all1
  logical(2) :: two, all2
  logical(4) :: four, all4
  logical(8) :: eight, all8
  logical(16) :: sixteen, all16
  integer(selected_int_kind(38)) :: long
  real(selected_real_kind(33, 4931)) :: x
  complex(selected_real_kind(33, 4931)) :: z
  call start_test()
  do i = 1, 5
    call MPI_Type_size(types(i), bytes, code)
    call check(bytes == 2**(i - 1), 'size of a logical')
  end do
  one = me > 0
  call MPI_Sizeof(one, bytes, code)
  call check(bytes == 1, 'MPI_SIZEOF of LOGICAL*1')
  call MPI_Sizeof(long, bytes, code)
  call check(bytes == 16, 'MPI_SIZEOF of INTEGER*16')
  call MPI_Sizeof(x, bytes, code)
  call check(bytes == 16, 'MPI_SIZEOF of REAL*16')
  call MPI_Sizeof(z, bytes, code)
  call check(bytes == 32, 'MPI_SIZEOF of COMPLEX*32')
  call MPI_Sizeof(eight, bytes, code)
  call check(bytes == 8, 'MPI_SIZEOF of LOGICAL*8')
  two = one
  four = one
  eight = one
  sixteen = one
  call MPI_Allreduce(one, all1, 1, MPI_LOGICAL1, MPI_LAND, MPI_COMM_WORLD, code)
  call MPI_Allreduce(two, all2, 1, MPI_LOGICAL2, MPI_LAND, MPI_COMM_WORLD, code)
  call MPI_Allreduce(four, all4, 1, MPI_LOGICAL4, MPI_LAND, MPI_COMM_WORLD, code)
  call MPI_Allreduce(eight, all8, 1, MPI_LOGICAL8, MPI_LAND, MPI_COMM_WORLD, code)
  call MPI_Allreduce(sixteen, all16, 1, MPI_LOGICAL16, MPI_LAND, MPI_COMM_WORLD, code)
  call check(.not. logical(all1 .or. all2 .or. all4 .or. all8 .or. all16), 'and')
  call MPI_Allreduce(one, all1, 1, MPI_LOGICAL1, MPI_LOR, MPI_COMM_WORLD, code)
  call MPI_Allreduce(sixteen, all16, 1, MPI_LOGICAL16, MPI_LOR, MPI_COMM_WORLD, code)
  call check((logical(all1) .eqv. np > 1) .and. (logical(all16) .eqv. np > 1), 'or')
  call end_test()
contains
  include 'check.inc'
end program logicals
