// SPDX-License-Identifier: BSD-3-Clause
//
// Cases of clocks.c: all collectives, blocking and nonblocking, after entries at different times.
#pragma once

#include "clocks.h"

static void neighbours(void) {
  MPI_Comm line, graph;
  const int size = ranks, periods = 0, to = (rank + 1) % ranks, from = (rank + 3) % ranks;
  MPI_Cart_create(world, 1, &size, &periods, 0, &line);
  begin();
  wait_a_while(rank * rank);
  MPI_Neighbor_allgather(out, 10, MPI_CHAR, in, 10, MPI_CHAR, line);
  end("neighbours_line");
  MPI_Dist_graph_create_adjacent(world, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &graph);
  begin();
  wait_a_while(rank);
  MPI_Request request;
  MPI_Ineighbor_alltoall(out, 10, MPI_CHAR, in, 10, MPI_CHAR, graph, &request);
  MPI_Wait(&request, ANY_TIME);
  end("neighbours_graph");
  MPI_Comm_free(&graph);
  MPI_Comm_free(&line);
}

/* Collectives: 100 ints of each rank, or for each; root 1. */

enum { count = 100, root = 1 };
static int counts[ranks] = {100, 100, 100, 100}, places[ranks] = {0, 100, 200, 300};
static int byte_places[ranks] = {0, 400, 800, 1200};
static MPI_Datatype types[ranks];

#define CALL(name, nonblocking_name, ...) \
  (request == NULL ? MPI_##name(__VA_ARGS__) : MPI_##nonblocking_name(__VA_ARGS__, request))

static const char* rooted(int which, MPI_Request* request) {
  switch (which) {
    case 0:
      CALL(Bcast, Ibcast, numbers, count, MPI_INT, root, world);
      return "bcast";
    case 1:
      CALL(Reduce, Ireduce, numbers, sums, count, MPI_INT, MPI_SUM, root, world);
      return "reduce";
    case 2:
      CALL(Gather, Igather, numbers, count, MPI_INT, sums, count, MPI_INT, root, world);
      return "gather";
    case 3:
      CALL(Gatherv, Igatherv, numbers, count, MPI_INT, sums, counts, places, MPI_INT, root, world);
      return "gatherv";
    case 4:
      CALL(Scatter, Iscatter, numbers, count, MPI_INT, sums, count, MPI_INT, root, world);
      return "scatter";
    case 5:
      CALL(Scatterv, Iscatterv, numbers, counts, places, MPI_INT, sums, count, MPI_INT, root,
           world);
      return "scatterv";
    case 6:
      CALL(Scan, Iscan, numbers, sums, count, MPI_INT, MPI_SUM, world);
      return "scan";
    default:
      CALL(Exscan, Iexscan, numbers, sums, count, MPI_INT, MPI_SUM, world);
      return "exscan";
  }
}

static const char* of_all(int which, MPI_Request* request) {
  switch (which) {
    case 0:
      CALL(Barrier, Ibarrier, world);
      return "barrier";
    case 1:
      CALL(Allreduce, Iallreduce, numbers, sums, count, MPI_INT, MPI_SUM, world);
      return "allreduce";
    case 2:
      CALL(Allgather, Iallgather, numbers, count, MPI_INT, sums, count, MPI_INT, world);
      return "allgather";
    case 3:
      CALL(Allgatherv, Iallgatherv, numbers, count, MPI_INT, sums, counts, places, MPI_INT, world);
      return "allgatherv";
    case 4:
      CALL(Alltoall, Ialltoall, numbers, count, MPI_INT, sums, count, MPI_INT, world);
      return "alltoall";
    case 5:
      CALL(Alltoallv, Ialltoallv, numbers, counts, places, MPI_INT, sums, counts, places, MPI_INT,
           world);
      return "alltoallv";
    case 6:
      CALL(Alltoallw, Ialltoallw, numbers, counts, byte_places, types, sums, counts, byte_places,
           types, world);
      return "alltoallw";
    case 7:
      CALL(Reduce_scatter, Ireduce_scatter, numbers, sums, counts, MPI_INT, MPI_SUM, world);
      return "reduce_scatter";
    default:
      CALL(Reduce_scatter_block, Ireduce_scatter_block, numbers, sums, count, MPI_INT, MPI_SUM,
           world);
      return "reduce_scatter_block";
  }
}

static void collectives(void) {
  static const int latencies[ranks] = {3, 1, 4, 0};
  for (int i = 0; i < ranks; i++) types[i] = MPI_INT;
  for (int which = 0; which < 17; which++) {
    for (int is_nonblocking = 0; is_nonblocking < 2; is_nonblocking++) {
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Request* const place = is_nonblocking ? &request : NULL;
      begin();
      wait_a_while(latencies[rank]);
      const char* name = which < 8 ? rooted(which, place) : of_all(which - 8, place);
      MPI_Wait(&request, ANY_TIME);
      end(name);
    }
  }
  begin();
  MPI_Bcast(numbers, count, MPI_INT, 0, MPI_COMM_SELF);
  MPI_Allreduce(numbers, sums, count, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  end("alone");
}
