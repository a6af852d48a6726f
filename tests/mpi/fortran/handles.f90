! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: handles are INTEGERs with the values of C; kinds and sizes.
program handles
  use mpi
  implicit none
  integer :: me, np, code, bytes, comm, group, group2, ranks(1), translated(1), result
  integer :: status(MPI_STATUS_SIZE), value, newtype
  integer(kind=MPI_OFFSET_KIND) :: offset
  integer(kind=MPI_ADDRESS_KIND) :: a, b
  real(8) :: vector(3)
  complex :: z
  call start_test()

  call MPI_Comm_dup(MPI_COMM_WORLD, comm, code)
  call check(comm /= MPI_COMM_WORLD .and. comm /= MPI_COMM_NULL, 'dup')
  call MPI_Comm_compare(comm, MPI_COMM_WORLD, result, code)
  call check(result == MPI_CONGRUENT, 'compare')
  call MPI_Comm_group(comm, group, code)
  call MPI_Group_incl(group, 1, [np - 1], group2, code)
  ranks = 0
  call MPI_Group_translate_ranks(group2, 1, ranks, group, translated, code)
  call check(translated(1) == np - 1, 'translate')
  call MPI_Group_rank(group2, result, code)
  call check((result == MPI_UNDEFINED) .neqv. (me == np - 1), 'rank in the group')
  call MPI_Group_free(group2, code)
  call MPI_Group_free(group, code)
  call check(group == MPI_GROUP_NULL, 'group freed')
  call MPI_Comm_free(comm, code)
  call check(comm == MPI_COMM_NULL, 'communicator freed')

  call MPI_Sizeof(me, bytes, code)
  call check(bytes == 4, 'size of an integer')
  call MPI_Sizeof(vector, bytes, code)
  call check(bytes == 8, 'size of an element')
  call MPI_Sizeof(z, bytes, code)
  call check(bytes == 8, 'size of a complex')
  call MPI_Sizeof(offset, bytes, code)
  call check(bytes == 8, 'size of an offset')

  call MPI_Sendrecv(me, 1, MPI_INTEGER, mod(me + 1, np), 11, value, 1, MPI_INTEGER, &
      mod(me + np - 1, np), 11, MPI_COMM_WORLD, status, code)
  call check(status(MPI_SOURCE) == mod(me + np - 1, np) .and. status(MPI_TAG) == 11, 'status')

  a = 100
  b = MPI_Aint_add(a, 28_MPI_ADDRESS_KIND)
  call check(b == 128 .and. MPI_Aint_diff(b, a) == 28, 'address arithmetic')
  call MPI_Type_contiguous(3, MPI_INTEGER, newtype, code)
  call MPI_Type_commit(newtype, code)
  call MPI_Type_free(newtype, code)
  call check(newtype == MPI_DATATYPE_NULL, 'type freed')
  call end_test()
contains
  include 'check.inc'
end program handles
