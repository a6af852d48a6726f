! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: types for kinds (MPI 5.0, 19.1.9), used in a reduction.
program type_kinds
  use mpi
  implicit none
  integer, parameter :: real15 = selected_real_kind(15, 300), int12 = selected_int_kind(12)
  integer :: me, np, code, type, n, integers, addresses, types, combiner
  integer :: ints(2), inner(1)
  integer(kind=MPI_ADDRESS_KIND) :: adds(1)
  real(real15) :: x, sum_x
  integer(int12) :: i, sum_i
  complex(real15) :: z, sum_z
  call start_test()
  call MPI_Type_create_f90_real(15, 300, type, code)
  call MPI_Type_size(type, n, code)
  call check(n == 8, 'real of 8 bytes')
  x = me
  call MPI_Allreduce(x, sum_x, 1, type, MPI_SUM, MPI_COMM_WORLD, code)
  call check(sum_x == np*(np - 1)/2, 'sum of reals')
  call MPI_Type_get_envelope(type, integers, addresses, types, combiner, code)
  call check(combiner == MPI_COMBINER_F90_REAL .and. integers == 2, 'envelope')
  call MPI_Type_get_contents(type, integers, addresses, types, ints, adds, inner, code)
  call check(ints(1) == 15 .and. ints(2) == 300, 'precision and range')
  call MPI_Type_create_f90_integer(12, type, code)
  i = 10_int12**11 + me
  call MPI_Allreduce(i, sum_i, 1, type, MPI_MAX, MPI_COMM_WORLD, code)
  call check(sum_i == 10_int12**11 + np - 1, 'maximum of long integers')
  call MPI_Type_create_f90_complex(15, MPI_UNDEFINED, type, code)
  z = cmplx(1, me, real15)
  call MPI_Allreduce(z, sum_z, 1, type, MPI_SUM, MPI_COMM_WORLD, code)
  call check(sum_z == cmplx(np, np*(np - 1)/2, real15), 'sum of complex')
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, type, code)
  call MPI_Type_size(type, n, code)
  call check(n == 8, 'matched size')
  call end_test()
contains
  include 'check.inc'
end program type_kinds
