/* SPDX-License-Identifier: BSD-3-Clause
 * Calls whose records are easily misread: exchanges in one call, receives from anybody, receives
 * posted long before they are awaited, and all collectives. With `objects` some of the same
 * messages go on a communicator of their own and by persistent requests, and there is a call that
 * smpi-packets does not replay. Computation is in whole microseconds.
 *
 * usage: exchanges BYTES plain|objects */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, bytes;
static char *out, *in;

static void compute(int us) {
  smpi_execute_flops(1e3 * us); /* of hosts of 1 Gflop/s */
}

static void exchange(void) {
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Sendrecv(out, bytes, MPI_CHAR, right, 5, in, bytes, MPI_CHAR, left, 5, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  compute(1 + rank % 3);
  MPI_Sendrecv_replace(out, bytes / 2, MPI_CHAR, left, 6, right, 6, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
}

static void gather_from_anybody(void) {
  if (rank > 0) {
    compute(rank);
    MPI_Ssend(out, 100 * rank, MPI_CHAR, 0, 7, MPI_COMM_WORLD);
    return;
  }
  for (int i = 1; i < size; i++)
    MPI_Recv(in, bytes, MPI_CHAR, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A ring among every other rank, downwards: on a communicator of theirs, or on the world. */
static void ring(int is_split) {
  int parity = rank % 2, count = (size - parity + 1) / 2, place = count - 1 - rank / 2;
  int next = (place + 1) % count, before = (place + count - 1) % count;
  MPI_Comm comm = MPI_COMM_WORLD;
  if (is_split) {
    MPI_Comm_split(MPI_COMM_WORLD, parity, -rank, &comm);
  } else {
    next = 2 * (count - 1 - next) + parity;
    before = 2 * (count - 1 - before) + parity;
  }
  MPI_Request requests[2];
  MPI_Irecv(in, bytes, MPI_CHAR, before, 8, comm, &requests[0]);
  compute(20);
  MPI_Isend(out, bytes, MPI_CHAR, next, 8, comm, &requests[1]);
  compute(5);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  compute(2);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  if (!is_split) return;
  MPI_Ibarrier(comm, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
}

/* The same messages twice, by requests that are started again, or by new ones. */
static void repeat(int is_persistent) {
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Request requests[2];
  if (is_persistent) {
    MPI_Recv_init(in, bytes, MPI_CHAR, left, 9, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out, bytes, MPI_CHAR, right, 9, MPI_COMM_WORLD, &requests[1]);
  }
  for (int i = 0; i < 2; i++) {
    if (is_persistent) {
      MPI_Startall(2, requests);
    } else {
      MPI_Irecv(in, bytes, MPI_CHAR, left, 9, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend(out, bytes, MPI_CHAR, right, 9, MPI_COMM_WORLD, &requests[1]);
    }
    compute(3);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2 && is_persistent; i++) MPI_Request_free(&requests[i]);
}

static void collectives(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(out, bytes, MPI_CHAR, 2 % size, MPI_COMM_WORLD);
  MPI_Reduce(out, in, 1000, MPI_CHAR, MPI_BOR, 1 % size, MPI_COMM_WORLD);
  MPI_Allreduce(out, in, 1000, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD);
  compute(4);
  MPI_Gather(out, 300, MPI_CHAR, in, 300, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Scatter(in, 400, MPI_CHAR, out, 400, MPI_CHAR, 1 % size, MPI_COMM_WORLD);
  MPI_Allgather(out, 500, MPI_CHAR, in, 500, MPI_CHAR, MPI_COMM_WORLD);
  MPI_Alltoall(out, 600, MPI_CHAR, in, 600, MPI_CHAR, MPI_COMM_WORLD);
  MPI_Scan(out, in, 700, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD);
  int* counts = malloc(2 * (size_t)size * sizeof(int));
  int* places = counts + size;
  for (int i = 0; i < size; i++) {
    counts[i] = 10 + 10 * i;
    places[i] = 5 * i * (i + 1);
  }
  MPI_Gatherv(out, counts[rank], MPI_CHAR, in, counts, places, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Scatterv(in, counts, places, MPI_CHAR, out, counts[rank], MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Allgatherv(out, counts[rank], MPI_CHAR, in, counts, places, MPI_CHAR, MPI_COMM_WORLD);
  MPI_Reduce_scatter(in, out, counts, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD);
  free(counts);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  bytes = atoi(argv[1]);
  out = calloc(2, (size_t)bytes + 700 * (size_t)size);
  in = calloc(2, (size_t)bytes + 700 * (size_t)size);
  exchange();
  gather_from_anybody();
  int has_objects = strcmp(argv[2], "objects") == 0;
  ring(has_objects);
  repeat(has_objects);
  collectives();
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
