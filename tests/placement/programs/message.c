// SPDX-License-Identifier: BSD-3-Clause
//
// One message from rank 0 to rank 1, which prints when it came. A negative number of bytes: it is
// never sent.
// usage: message BYTES SECONDS, to sleep before it is sent
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int bytes = atoi(argv[1]);
  int room = bytes < 0 ? 0 : bytes;
  char* data = calloc(1, (size_t)room);
  if (rank == 0) sleep((unsigned)atoi(argv[2]));
  if (rank == 0 && bytes >= 0) MPI_Send(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(data, room, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("arrived %.17g\n", MPI_Wtime());
  }
  free(data);
  MPI_Finalize();
  return 0;
}
