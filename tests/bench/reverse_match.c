/* SPDX-License-Identifier: BSD-3-Clause
 * Rank 1 posts COUNT receives with tags 0, 1, 2, ...; rank 0 then sends the tags in reverse order:
 * a matching queue that is searched from its head needs COUNT^2 / 2 steps, a good one COUNT.
 * usage: reverse_match COUNT */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int count = argc > 1 ? atoi(argv[1]) : 10000, rank, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* values = calloc(count, sizeof(int));
  MPI_Request* requests = malloc(count * sizeof(MPI_Request));
  double start = MPI_Wtime();
  if (rank == 1) {
    for (int tag = 0; tag < count; tag++)
      MPI_Irecv(&values[tag], 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[tag]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (int tag = 0; tag < count; tag++) wrong += values[tag] != 3 * tag;
    printf("RESULT reverse_match messages=%d wrong=%d simulated_s=%.15g\n", count, wrong,
           MPI_Wtime() - start);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int tag = count - 1; rank == 0 && tag >= 0; tag--) {
      int value = 3 * tag;
      MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    }
  }
  free(values);
  free(requests);
  MPI_Finalize();
  return wrong != 0;
}
