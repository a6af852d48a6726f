/* SPDX-License-Identifier: BSD-3-Clause
 * Patterns that flows and packets should agree on. Rank 0 prints in seconds when the last rank has
 * what it waits for, and the mean of all ranks.
 *   pingpong        half of a round trip between ranks 0 and 1; the others do nothing
 *   incast          all others to rank 0
 *   shift:K         to rank + K
 *   permutation:K   to a rank drawn once, K of many draws
 *   stencil         six faces of a periodic cube, three times; the ranks are a cube
 *   alltoall        to all others, in the order of distance
 * usage: agreement PATTERN BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, bytes;
static char *out, *in;

/* Sends to one, receives from another; -1: neither. */
static void exchange(int to, int from) {
  MPI_Request requests[2];
  int count = 0;
  if (from >= 0) MPI_Irecv(in, bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD, &requests[count++]);
  if (to >= 0) MPI_Isend(out, bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD, &requests[count++]);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static void permutation(int draw) {
  int* order = malloc(sizeof(int) * (size_t)size);
  unsigned long long state = 12345 + 7919ULL * (unsigned)draw;
  for (int i = 0; i < size; i++) order[i] = i;
  for (int i = size - 1; i > 0; i--) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    int j = (int)((state >> 33) % (unsigned)(i + 1)), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  int place = 0;
  while (order[place] != rank) place++;
  exchange(order[(place + 1) % size], order[(place + size - 1) % size]);
  free(order);
}

static void stencil(void) {
  int side = 1;
  while (side * side * side < size) side++;
  for (int step = 0; step < 3; step++) {
    MPI_Request requests[12];
    int count = 0;
    for (int face = 0, stride = 1; face < 3; face++, stride *= side) {
      for (int sign = -1; sign <= 1; sign += 2) {
        int at = rank / stride % side, there = (at + sign + side) % side;
        int peer = rank + (there - at) * stride;
        MPI_Irecv(in, bytes, MPI_CHAR, peer, 2 * face + (sign < 0), MPI_COMM_WORLD,
                  &requests[count++]);
        MPI_Isend(out, bytes, MPI_CHAR, peer, 2 * face + (sign > 0), MPI_COMM_WORLD,
                  &requests[count++]);
      }
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  }
}

static void all_to_all(void) {
  MPI_Request* requests = malloc(sizeof(MPI_Request) * 2 * (size_t)size);
  int count = 0;
  for (int i = 1; i < size; i++)
    MPI_Irecv(in, bytes, MPI_CHAR, (rank + size - i) % size, 0, MPI_COMM_WORLD, &requests[count++]);
  for (int i = 1; i < size; i++)
    MPI_Isend(out, bytes, MPI_CHAR, (rank + i) % size, 0, MPI_COMM_WORLD, &requests[count++]);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  free(requests);
}

static void incast(void) {
  if (rank > 0) exchange(0, -1);
  for (int from = 1; rank == 0 && from < size; from++) exchange(-1, from);
}

static double ping_pong(void) {
  double begin_s = MPI_Wtime();
  if (rank == 0) {
    exchange(1, -1);
    exchange(-1, 1);
  } else if (rank == 1) {
    exchange(-1, 0);
    exchange(0, -1);
  }
  return rank == 0 ? (MPI_Wtime() - begin_s) / 2 : 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char* pattern = argv[1];
  bytes = atoi(argv[2]);
  out = calloc(1, (size_t)bytes + 1);
  in = calloc(1, (size_t)bytes + 1);
  double begin_s = MPI_Wtime(), time_s, last_s, sum_s;
  if (strcmp(pattern, "pingpong") == 0) {
    time_s = ping_pong();
  } else {
    if (strcmp(pattern, "incast") == 0) incast();
    if (strncmp(pattern, "permutation:", 12) == 0) permutation(atoi(pattern + 12));
    if (strcmp(pattern, "stencil") == 0) stencil();
    if (strcmp(pattern, "alltoall") == 0) all_to_all();
    if (strncmp(pattern, "shift:", 6) == 0) {
      int shift = atoi(pattern + 6);
      exchange((rank + shift) % size, (rank + size - shift) % size);
    }
    time_s = MPI_Wtime() - begin_s;
  }
  MPI_Reduce(&time_s, &last_s, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&time_s, &sum_s, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.15g %.15g\n", last_s, sum_s / size);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
