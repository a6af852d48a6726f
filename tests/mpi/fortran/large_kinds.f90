! SPDX-License-Identifier: BSD-3-Clause
! Types of 16 and 32 bytes: INTEGER*16, REAL*16, COMPLEX*32.
program large_kinds
  use mpi
  implicit none
  integer, parameter :: int_kind = selected_int_kind(38), real_kind = selected_real_kind(33, 4931)
  integer :: me, np, code, type
  integer(int_kind) :: i, sum_i
  real(real_kind) :: x, sum_x
  complex(real_kind) :: z, sum_z
  call start_test()
  call check_size(MPI_INTEGER16, 16, 'MPI_INTEGER16')
  call check_size(MPI_REAL16, 16, 'MPI_REAL16')
  call check_size(MPI_COMPLEX32, 32, 'MPI_COMPLEX32')

  i = 10_int_kind**30 + me
  call MPI_Allreduce(i, sum_i, 1, MPI_INTEGER16, MPI_SUM, MPI_COMM_WORLD, code)
  call check(sum_i == np*10_int_kind**30 + np*(np - 1)/2, 'sum of INTEGER*16')
  call MPI_Allreduce(i, sum_i, 1, MPI_INTEGER16, MPI_MAX, MPI_COMM_WORLD, code)
  call check(sum_i == 10_int_kind**30 + np - 1, 'maximum of INTEGER*16')
  x = 1 + me*epsilon(x)
  call MPI_Allreduce(x, sum_x, 1, MPI_REAL16, MPI_MAX, MPI_COMM_WORLD, code)
  call check(sum_x == 1 + (np - 1)*epsilon(x), 'maximum of REAL*16')
  z = cmplx(1, me, real_kind)
  call MPI_Allreduce(z, sum_z, 1, MPI_COMPLEX32, MPI_SUM, MPI_COMM_WORLD, code)
  call check(sum_z == cmplx(np, np*(np - 1)/2, real_kind), 'sum of COMPLEX*32')

  call MPI_Type_create_f90_integer(38, type, code)
  call check_size(type, 16, '38 digits')
  call MPI_Type_create_f90_real(33, 4931, type, code)
  call check_size(type, 16, '33 digits of a real')
  call MPI_Type_create_f90_complex(33, 4931, type, code)
  call check_size(type, 32, '33 digits of a complex')
  call check(sized(MPI_TYPECLASS_INTEGER, 16) == MPI_INTEGER16, 'match of INTEGER*16')
  call check(sized(MPI_TYPECLASS_REAL, 16) == MPI_REAL16, 'match of REAL*16')
  call check(sized(MPI_TYPECLASS_COMPLEX, 32) == MPI_COMPLEX32, 'match of COMPLEX*32')
  call end_test()
contains
  include 'check.inc'

  subroutine check_size(of, expected, text)
    integer, intent(in) :: of, expected
    character(len=*), intent(in) :: text
    integer :: bytes
    call MPI_Type_size(of, bytes, code)
    call check(bytes == expected, text)
  end subroutine check_size

  integer function sized(class, bytes)
    integer, intent(in) :: class, bytes
    call MPI_Type_match_size(class, bytes, sized, code)
  end function sized
end program large_kinds
