/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbourhood collectives need a topology; wrong arguments are refused and nothing is sent. A
   rank without neighbours may pass null buffers. */
#include "check.h"

int main(int argc, char** argv) {
  int in[4], out[4] = {0}, size, periodic = 1;
  MPI_Comm ring, lonely;
  MPI_Request request = MPI_REQUEST_NULL;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_TOPOLOGY,
            MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD));
  MUST_FAIL(MPI_ERR_TOPOLOGY,
            MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &request));
  size = world_size;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_COUNT, MPI_Neighbor_allgather(out, -1, MPI_INT, in, 1, MPI_INT, ring));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Neighbor_alltoall(out, 1, MPI_DATATYPE_NULL, in, 1, MPI_INT, ring));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(MPI_IN_PLACE, 1, MPI_INT, in, 1, MPI_INT, ring));
  MUST_FAIL(MPI_ERR_BUFFER,
            MPI_Ineighbor_allgather(out, 1, MPI_INT, NULL, 1, MPI_INT, ring, &request));
  MUST_FAIL(MPI_ERR_COMM, MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_NULL));
  CHECK(request == MPI_REQUEST_NULL, "a refused call gave a request");
  MPI_Comm_free(&ring);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &lonely);
  MUST(MPI_Neighbor_allgather(NULL, 1, MPI_INT, NULL, 1, MPI_INT, lonely));
  MUST(MPI_Neighbor_alltoall(NULL, 1, MPI_INT, NULL, 1, MPI_INT, lonely));
  MUST(MPI_Neighbor_alltoallv(NULL, NULL, NULL, MPI_INT, NULL, NULL, NULL, MPI_INT, lonely));
  MUST(MPI_Neighbor_alltoallw(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, lonely));
  MPI_Comm_free(&lonely);
  return end_test();
}
