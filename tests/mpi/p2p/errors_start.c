/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Start wants a persistent request that is not active. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Request request;
  int value = 0;
  start_test(&argc, &argv);
  return_errors();
  MPI_Irecv(&value, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD, &request);
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Start(&request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Startall(1, &request));
  MPI_Send(&world_rank, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD);
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK(value == world_rank);
  MPI_Recv_init(&value, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD, &request);
  MUST(MPI_Start(&request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Start(&request));
  MPI_Send(&world_rank, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD);
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  MUST(MPI_Request_free(&request));
  return end_test();
}
