// SPDX-License-Identifier: BSD-3-Clause
//
// The halo exchange of a stencil on a periodic grid: each rank sends to its six neighbours and
// receives from them; then the sum of what was received. Rank x + X (y + Y z) has the coordinates
// x, y, z.
// usage: halo3d X Y Z BYTES ROUNDS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int sizes[3];

static int neighbour(int rank, int dimension, int step) {
  int stride = 1;
  for (int i = 0; i < dimension; i++) stride *= sizes[i];
  int at = rank / stride % sizes[dimension];
  int next = (at + step + sizes[dimension]) % sizes[dimension];
  return rank + (next - at) * stride;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; i++) sizes[i] = atoi(argv[1 + i]);
  int bytes = atoi(argv[4]);
  int rounds = atoi(argv[5]);
  if (sizes[0] * sizes[1] * sizes[2] != size) MPI_Abort(MPI_COMM_WORLD, 2);
  char* sent = calloc(1, (size_t)bytes);
  char* received = calloc(6, (size_t)bytes);
  for (int round = 0; round < rounds; round++) {
    MPI_Request requests[12];
    for (int i = 0; i < 6; i++) {
      int step = i % 2 == 0 ? 1 : -1;
      MPI_Irecv(received + (size_t)i * (size_t)bytes, bytes, MPI_BYTE,
                neighbour(rank, i / 2, -step), i, MPI_COMM_WORLD, &requests[i]);
      MPI_Isend(sent, bytes, MPI_BYTE, neighbour(rank, i / 2, step), i, MPI_COMM_WORLD,
                &requests[6 + i]);
    }
    MPI_Waitall(12, requests, MPI_STATUSES_IGNORE);
  }
  int one = 1, all = 0;
  MPI_Reduce(&one, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("halo3d: %d ranks\n", all);
  free(sent);
  free(received);
  MPI_Finalize();
  return 0;
}
