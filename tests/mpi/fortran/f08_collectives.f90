! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: collectives on scalars, arrays and derived types.
program f08_collectives
  use mpi_f08
  implicit none
  type, bind(c) :: pair
    integer :: key
    real(8) :: weight
  end type pair
  integer :: me, np, code, i, total
  integer :: counts(32), places(32), all_of_them(64)
  type(pair) :: p, parts(2)
  type(MPI_Datatype) :: pair_type, resized
  integer(kind=MPI_ADDRESS_KIND) :: base, displacements(2), lb, extent
  real(8) :: x(3)
  character(len=8) :: word
  call start_test()
  total = np*(np - 1)/2
  x = me
  call MPI_Allreduce(MPI_IN_PLACE, x, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  call check(all(x == total), 'in place')

  counts = 2
  places = [(2*(i - 1), i=1, 32)]
  call MPI_Allgatherv([me, -me], 2, MPI_INTEGER, all_of_them, counts, places, MPI_INTEGER, &
      MPI_COMM_WORLD)
  call check(all(all_of_them(1:2*np:2) == [(i, i=0, np - 1)]), 'Allgatherv')
  word = 'rank'
  if (me == 0) word = 'zero'
  call MPI_Bcast(word, 8, MPI_CHARACTER, 0, MPI_COMM_WORLD)
  call check(word == 'zero', 'text')

  call MPI_Get_address(parts(1), base)
  call MPI_Get_address(parts(1)%key, displacements(1))
  call MPI_Get_address(parts(1)%weight, displacements(2))
  displacements = displacements - base
  call MPI_Type_create_struct(2, [1, 1], displacements, [MPI_INTEGER, MPI_DOUBLE_PRECISION], &
      pair_type)
  call MPI_Type_create_resized(pair_type, 0_MPI_ADDRESS_KIND, &
      int(storage_size(p)/8, MPI_ADDRESS_KIND), resized)
  call MPI_Type_commit(resized)
  call MPI_Type_get_extent(resized, lb, extent)
  call check(extent == 16, 'extent')
  parts = pair(me, 0.5d0*me)
  call MPI_Bcast(parts, 2, resized, np - 1, MPI_COMM_WORLD)
  call check(parts(2)%key == np - 1 .and. parts(2)%weight == 0.5d0*(np - 1), 'derived type')
  call MPI_Type_free(resized)
  call MPI_Type_free(pair_type)
  call end_test()
contains
  include 'check.inc'
end program f08_collectives
