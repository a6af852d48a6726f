! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: splitting, groups by ranges, intercommunicators, and names that only Fortran shows.
program groups
  use mpi
  implicit none
  integer :: me, np, code, half, world_group, group, ranges(3, 1), n, rank, inter, merged, other, lead
  logical :: flag
  call start_test()
  call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), -me, half, code)
  call MPI_Comm_rank(half, rank, code)
  call MPI_Comm_size(half, n, code)
  call check(n == (np + 1 - mod(me, 2))/2, 'size of the half')
  call check(rank == n - 1 - me/2, 'order by key')

  call MPI_Comm_group(MPI_COMM_WORLD, world_group, code)
  ranges(:, 1) = [np - 1, 0, -2]
  call MPI_Group_range_incl(world_group, 1, ranges, group, code)
  call MPI_Group_size(group, n, code)
  call check(n == (np + 1)/2, 'every second rank, backwards')
  call MPI_Group_rank(group, rank, code)
  if (me == np - 1) call check(rank == 0, 'first of the range')
  call MPI_Group_excl(world_group, 1, [0], group, code)
  call MPI_Group_size(group, n, code)
  call check(n == np - 1, 'without the first')
  call MPI_Group_free(group, code)
  call MPI_Group_free(world_group, code)

  if (np >= 2) then
    ! The other half's first is the highest rank of its parity.
    lead = np - 1
    if (mod(lead, 2) == mod(me, 2)) lead = np - 2
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, lead, 5, inter, code)
    call MPI_Comm_test_inter(inter, flag, code)
    call check(flag, 'intercommunicator')
    call MPI_Comm_remote_size(inter, n, code)
    call check(n == np - (np + 1 - mod(me, 2))/2, 'remote size')
    call MPI_Intercomm_merge(inter, mod(me, 2) == 1, merged, code)
    call MPI_Comm_compare(merged, MPI_COMM_WORLD, other, code)
    call check(other == MPI_SIMILAR .or. np <= 2, 'merged')
    call MPI_Comm_rank(merged, rank, code)
    call check((rank < (np + 1)/2) .eqv. (mod(me, 2) == 0), 'low before high')
    call MPI_Comm_free(merged, code)
    call MPI_Comm_free(inter, code)
  end if
  call MPI_Comm_free(half, code)
  call MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, half, code)
  call check(half == MPI_COMM_NULL, 'nobody')
  call end_test()
contains
  include 'check.inc'
end program groups
