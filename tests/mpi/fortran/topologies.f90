! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: topologies; LOGICAL arrays, weights that are left out.
program topologies
  use mpi
  implicit none
  integer :: me, np, code, comm, line, dims(2), coords(2), source, dest, rank, n, i
  integer :: in_degree, out_degree, sources(2), destinations(2), weights(2), got(2)
  logical :: periods(2), wanted(2), weighted
  call start_test()
  dims = [0, 1]
  call MPI_Dims_create(np, 2, dims, code)
  call check(dims(1) == np .and. dims(2) == 1, 'dims')
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., comm, code)
  call MPI_Cart_get(comm, 2, dims, periods, coords, code)
  call check(periods(1) .and. .not. periods(2), 'periods')
  call check(coords(1) == me, 'coordinates')
  call MPI_Cart_rank(comm, [me + np, 0], rank, code)
  call check(rank == me, 'wraps around')
  call MPI_Cart_shift(comm, 0, 1, source, dest, code)
  call check(dest == mod(me + 1, np), 'shift')
  call MPI_Cart_shift(comm, 1, 1, source, dest, code)
  call check(dest == MPI_PROC_NULL, 'border')
  wanted = [.true., .false.]
  call MPI_Cart_sub(comm, wanted, line, code)
  call MPI_Cartdim_get(line, n, code)
  call check(n == 1, 'sub')
  call MPI_Comm_free(line, code)
  call MPI_Comm_free(comm, code)

  ! A ring: each process receives from its left and sends to its right neighbour.
  source = mod(me + np - 1, np)
  dest = mod(me + 1, np)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [source], MPI_UNWEIGHTED, 1, [dest], &
      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., comm, code)
  call MPI_Dist_graph_neighbors_count(comm, in_degree, out_degree, weighted, code)
  call check(in_degree == 1 .and. out_degree == 1 .and. .not. weighted, 'ring')
  call MPI_Comm_free(comm, code)

  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, [me], [2], [source, dest], [5, 7], MPI_INFO_NULL, &
      .false., comm, code)
  call MPI_Dist_graph_neighbors_count(comm, in_degree, out_degree, weighted, code)
  call check(in_degree == 2 .and. out_degree == 2 .and. weighted, 'weighted')
  call MPI_Dist_graph_neighbors(comm, 2, sources, weights, 2, destinations, got, code)
  call check(got(1) == 5 .and. got(2) == 7 .and. all(destinations == [source, dest]), 'weights')
  call MPI_Comm_free(comm, code)

  ! Types by partner.
  block
    integer :: all_types(np), all_counts(np), places(np), send(np), receive(np)
    all_types = MPI_INTEGER
    all_counts = 1
    places = [(4*(i - 1), i=1, np)]
    send = [(100*me + i, i=1, np)]
    call MPI_Alltoallw(send, all_counts, places, all_types, receive, all_counts, places, all_types, &
        MPI_COMM_WORLD, code)
    call check(all(receive == [(100*(i - 1) + me + 1, i=1, np)]), 'Alltoallw')
  end block
  call end_test()
contains
  include 'check.inc'
end program topologies
