// SPDX-License-Identifier: BSD-3-Clause
//
// Rank 0 sends 2 GB to rank 1 at 0 s, 2 s after the first error, and at 6 s; both say how each
// attempt ended.
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int bytes = 2000000000;
  char* buffer = calloc((size_t)bytes, 1);
  const double start = MPI_Wtime();
  for (int attempt = 0; attempt < 3; attempt++) {
    if (attempt == 1) sleep(2);
    if (attempt == 2) usleep((useconds_t)((6 - (MPI_Wtime() - start)) * 1e6));
    const int code =
        rank == 0 ? MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD)
                  : MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    printf("rank %d %s at %.3f: %s\n", rank, rank == 0 ? "send" : "receive", MPI_Wtime() - start,
           text);
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}
