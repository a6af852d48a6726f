/* SPDX-License-Identifier: BSD-3-Clause
 * Messages in both directions between ranks; see turns.py. Ranks: 3. usage: turns NAME BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

static char *out, *in[MOST];
static int rank, size;

/* `sends` and `receives` messages at once, with one peer. */
static void exchange(int peer, int sends, int receives, int is_synchronous) {
  MPI_Request requests[2 * MOST];
  int count = 0;
  for (int i = 0; i < receives; i++)
    MPI_Irecv(in[i], size, MPI_CHAR, peer, i, MPI_COMM_WORLD, &requests[count++]);
  for (int i = 0; i < sends; i++)
    (is_synchronous ? MPI_Issend : MPI_Isend)(out, size, MPI_CHAR, peer, i, MPI_COMM_WORLD,
                                              &requests[count++]);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

/* Rank 0 sends four messages one after the other, rank 1 receives them and sends one meanwhile. */
static double fair(double start) {
  MPI_Request receives[MOST], sent;
  double end = 0;
  if (rank == 0) {
    MPI_Irecv(in[0], size, MPI_CHAR, 1, 9, MPI_COMM_WORLD, &sent);
    for (int i = 0; i < MOST; i++) MPI_Send(out, size, MPI_CHAR, 1, i, MPI_COMM_WORLD);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    for (int i = 0; i < MOST; i++)
      MPI_Irecv(in[i], size, MPI_CHAR, 0, i, MPI_COMM_WORLD, &receives[i]);
    MPI_Isend(out, size, MPI_CHAR, 0, 9, MPI_COMM_WORLD, &sent);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    end = MPI_Wtime() - start;
    MPI_Waitall(MOST, receives, MPI_STATUSES_IGNORE);
  }
  return end;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* name = argc > 1 ? argv[1] : "exchange";
  size = argc > 2 ? atoi(argv[2]) : 1000;
  out = calloc((size_t)size, 1);
  for (int i = 0; i < MOST; i++) in[i] = calloc((size_t)size, 1);
  const double start = MPI_Wtime();
  double elapsed = 0, longest = 0;
  if (strcmp(name, "fair") == 0) {
    elapsed = fair(start);
  } else if (strcmp(name, "ring") == 0) {
    MPI_Request request;
    MPI_Irecv(in[0], size, MPI_CHAR, (rank + 2) % 3, 0, MPI_COMM_WORLD, &request);
    MPI_Send(out, size, MPI_CHAR, (rank + 1) % 3, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    elapsed = MPI_Wtime() - start;
  } else if (rank < 2) {
    const int is_one_way = strcmp(name, "one-way") == 0;
    const int count = is_one_way ? 2 : strcmp(name, "many") == 0 ? 3 : 1;
    exchange(1 - rank, is_one_way && rank == 1 ? 0 : count, is_one_way && rank == 0 ? 0 : count,
             strcmp(name, "synchronous") == 0);
    elapsed = MPI_Wtime() - start;
  }
  MPI_Reduce(&elapsed, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.17g\n", longest);
  MPI_Finalize();
  return 0;
}
