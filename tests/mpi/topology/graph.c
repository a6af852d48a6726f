/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Graph_create and all questions about its graph. */
#include "check.h"

int main(int argc, char** argv) {
  /* 0-1, 0-3, 2-3, and a loop at 2. */
  const int index[4] = {2, 3, 5, 7}, edges[7] = {1, 3, 0, 3, 2, 0, 2};
  int got_index[4], got_edges[7], nodes, count, kind, i, neighbours[4], rank;
  MPI_Comm graph;
  start_test(&argc, &argv);
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph);
  if (world_rank >= 4) {
    CHECK(graph == MPI_COMM_NULL);
    return end_test();
  }
  MPI_Topo_test(graph, &kind);
  CHECK(kind == MPI_GRAPH);
  MPI_Comm_rank(graph, &rank);
  CHECK(rank == world_rank);
  MPI_Graphdims_get(graph, &nodes, &count);
  CHECK(nodes == 4 && count == 7);
  MPI_Graph_get(graph, 4, 7, got_index, got_edges);
  CHECK(memcmp(index, got_index, sizeof index) == 0 && memcmp(edges, got_edges, sizeof edges) == 0);
  for (i = 0; i < 4; i++) {
    const int first = i == 0 ? 0 : index[i - 1];
    MPI_Graph_neighbors_count(graph, i, &count);
    CHECK(count == index[i] - first);
    MPI_Graph_neighbors(graph, i, 4, neighbours);
    CHECK(memcmp(neighbours, edges + first, (size_t)count * sizeof(int)) == 0);
  }
  MPI_Comm_free(&graph);
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  CHECK(kind == MPI_UNDEFINED);
  return end_test();
}
