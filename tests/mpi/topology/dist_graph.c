/* SPDX-License-Identifier: BSD-3-Clause */
/* A distributed graph of which rank 0 gives all edges, or everybody the edges of another. */
#include "check.h"

int main(int argc, char** argv) {
  int i, n, source, degree, destination, indegree, outdegree, weighted;
  int *sources, *degrees, *targets, *weights, in[64], out[64], in_weights[64], out_weights[64];
  MPI_Comm graph;
  start_test(&argc, &argv);
  sources = malloc((size_t)world_size * sizeof(int));
  degrees = malloc((size_t)world_size * sizeof(int));
  targets = malloc(2 * (size_t)world_size * sizeof(int));
  weights = malloc(2 * (size_t)world_size * sizeof(int));
  for (i = 0; i < world_size; i++) {
    sources[i] = i;
    degrees[i] = 2;
    targets[2 * i] = (i + 1) % world_size;
    targets[2 * i + 1] = 0;
    weights[2 * i] = 10 + i;
    weights[2 * i + 1] = 100 + i;
  }
  n = world_rank == 0 ? world_size : 0;
  MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, targets, weights, MPI_INFO_NULL, 0,
                        &graph);
  MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  CHECK(outdegree == 2 && weighted && indegree == (world_rank == 0 ? world_size + 1 : 1));
  MPI_Dist_graph_neighbors(graph, indegree, in, in_weights, outdegree, out, out_weights);
  CHECK(out[0] + out[1] == (world_rank + 1) % world_size);
  for (i = 0; i < indegree; i++) {
    CHECK(in_weights[i] == 100 + in[i] || in_weights[i] == 10 + in[i]);
  }
  MPI_Comm_free(&graph);
  /* Everybody gives the edge of his neighbour, without weights. */
  source = (world_rank + 1) % world_size;
  degree = 1;
  destination = (source + 1) % world_size;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, MPI_UNWEIGHTED,
                        MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  CHECK(indegree == 1 && outdegree == 1 && !weighted);
  MPI_Dist_graph_neighbors(graph, 1, in, MPI_UNWEIGHTED, 1, out, MPI_UNWEIGHTED);
  CHECK(out[0] == (world_rank + 1) % world_size);
  CHECK(in[0] == (world_rank + world_size - 1) % world_size);
  MPI_Comm_free(&graph);
  /* An empty graph. */
  MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 1,
                        &graph);
  MPI_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  CHECK(indegree == 0 && outdegree == 0);
  MPI_Comm_free(&graph);
  free(sources);
  free(degrees);
  free(targets);
  free(weights);
  return end_test();
}
