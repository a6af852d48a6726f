/* SPDX-License-Identifier: BSD-3-Clause */
/* A distributed graph from adjacent edges: the queries give them in the order they were given. */
#include "check.h"

int main(int argc, char** argv) {
  int sources[2], destinations[3], source_weights[2], dest_weights[3];
  int in[2], out[3], in_weights[2], out_weights[3], indegree, outdegree, weighted, kind, rank;
  MPI_Comm graph, twin;
  start_test(&argc, &argv);
  /* Ring in both directions, and an edge to rank 0 from everybody. */
  sources[0] = (world_rank + 1) % world_size;
  sources[1] = (world_rank + world_size - 1) % world_size;
  destinations[0] = sources[0];
  destinations[1] = sources[1];
  source_weights[0] = 7;
  source_weights[1] = 8;
  dest_weights[0] = 8;
  dest_weights[1] = 7;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, source_weights, 2, destinations,
                                 dest_weights, MPI_INFO_NULL, 0, &graph);
  MPI_Topo_test(graph, &kind);
  CHECK(kind == MPI_DIST_GRAPH);
  MPI_Comm_rank(graph, &rank);
  CHECK(rank == world_rank);
  MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  CHECK(indegree == 2 && outdegree == 2 && weighted);
  MPI_Comm_dup(graph, &twin);
  MPI_Dist_graph_neighbors(twin, 2, in, in_weights, 2, out, out_weights);
  CHECK(in[0] == sources[0] && in[1] == sources[1] && in_weights[0] == 7 && in_weights[1] == 8);
  CHECK(out[0] == sources[0] && out[1] == sources[1] && out_weights[0] == 8 && out_weights[1] == 7);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, destinations + 1,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  CHECK(indegree == 1 && outdegree == 1 && !weighted);
  MPI_Dist_graph_neighbors(graph, 1, in, MPI_UNWEIGHTED, 1, out, MPI_UNWEIGHTED);
  CHECK(in[0] == sources[0] && out[0] == sources[1]);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL,
                                 MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  CHECK(indegree == 0 && outdegree == 0 && weighted);
  MPI_Comm_free(&graph);
  return end_test();
}
