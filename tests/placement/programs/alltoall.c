// SPDX-License-Identifier: BSD-3-Clause
//
// Rounds of MPI_Alltoall on MPI_COMM_WORLD; rank 0 says the size of its world, and that it has no
// parent.
// usage: alltoall BYTES ROUNDS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm parent;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_get_parent(&parent);
  int bytes = atoi(argv[1]);
  char* sent = calloc((size_t)size, (size_t)bytes);
  char* received = calloc((size_t)size, (size_t)bytes);
  for (int round = 0; round < atoi(argv[2]); round++) {
    MPI_Alltoall(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("world of %d, parent %d\n", size, parent != MPI_COMM_NULL);
  free(sent);
  free(received);
  MPI_Finalize();
  return 0;
}
