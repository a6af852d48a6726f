! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: collectives of neighbours, where arrays of types are as long as the list of neighbours.
program neighbors
  use mpi
  implicit none
  integer :: me, np, code, comm, source, dest, rank
  integer :: types(1), counts(1), sent(1), got(1)
  integer(kind=MPI_ADDRESS_KIND) :: displacements(1)
  call start_test()
  source = mod(me + np - 1, np)
  dest = mod(me + 1, np)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [source], MPI_UNWEIGHTED, 1, [dest], &
      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., comm, code)
  call MPI_Neighbor_allgather(me, 1, MPI_INTEGER, rank, 1, MPI_INTEGER, comm, code)
  call check(rank == source, 'neighbour')
  counts = 1
  displacements = 0
  types = MPI_INTEGER
  sent = me
  call MPI_Neighbor_alltoallw(sent, counts, displacements, types, got, counts, displacements, &
      types, comm, code)
  call check(got(1) == source, 'neighbour with types')
  call MPI_Comm_free(comm, code)
  call end_test()
contains
  include 'check.inc'
end program neighbors
