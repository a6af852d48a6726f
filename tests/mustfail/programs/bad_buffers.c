/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers that are no memory. The library finds out when it copies, mostly in the call of another
 * rank or when nobody runs: the report must name rank 1 and its call. usage: bad_buffers KIND */
#include <mpi.h>
#include <string.h>

#define COUNT 65536 /* above the limit of detached sends */

static int good[COUNT];

static void one_sided(int rank, int* bad) {
  MPI_Win window;
  MPI_Win_create(good, sizeof good, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank == 1) MPI_Get(bad, 4, MPI_INT, 0, 0, 4, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  int* bad = (int*)0x1000;
  int rank;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(kind, "receive") == 0) {
    if (rank == 0) MPI_Send(good, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(bad, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (strcmp(kind, "irecv") == 0) {
    if (rank == 1) MPI_Irecv(bad, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Send(good, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (strcmp(kind, "send") == 0) {
    if (rank == 1) MPI_Send(bad, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_SELF);
    if (rank == 0) MPI_Recv(good, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (strcmp(kind, "get") == 0) one_sided(rank, bad);
  MPI_Finalize();
  return 0;
}
