/* SPDX-License-Identifier: BSD-3-Clause */
/* Several duplicates made in the background, completed in another order than they were started. */
#include "check.h"

enum { count = 4 };

int main(int argc, char** argv) {
  MPI_Comm made[count], second;
  MPI_Request requests[count], request;
  int i, result, rank;
  start_test(&argc, &argv);
  for (i = 0; i < count; i++) MPI_Comm_idup(MPI_COMM_WORLD, &made[i], &requests[i]);
  /* Another collective creation while they are under way. */
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  for (i = count - 1; i >= 0; i--) {
    MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    CHECK(requests[i] == MPI_REQUEST_NULL);
    MPI_Comm_compare(MPI_COMM_WORLD, made[i], &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_rank(made[i], &rank);
    CHECK(rank == world_rank);
  }
  for (i = 0; i < count; i++) {
    const int next = (world_rank + 1) % world_size;
    const int before = (world_rank + world_size - 1) % world_size;
    int got = -1, mine = world_rank * count + i;
    MPI_Sendrecv(&mine, 1, MPI_INT, next, 0, &got, 1, MPI_INT, before, 0, made[i],
                 MPI_STATUS_IGNORE);
    CHECK(got == before * count + i);
    MPI_Comm_free(&made[i]);
  }
  MPI_Comm_idup(second, &made[0], &request);
  MPI_Comm_free(&second);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&made[0]);
  return end_test();
}
