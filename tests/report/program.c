/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A bit of all that a page of a run shows: uneven computation, a ring of messages of many sizes,
 * collectives on two communicators, one-sided access. The argument is the number of rounds. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 1 << 20 };

/* Functions that run_views's overlay says the cost of; the arguments are what it depends on. */
__attribute__((noinline)) void relax(int n) {
  __asm__ volatile("" ::"r"(n));
}
__attribute__((noinline)) void restrict_to(int n) {
  __asm__ volatile("" ::"r"(n));
}

static void round_of(int round, int rank, int size, MPI_Comm half, char* out, char* in) {
  MPI_Request requests[2];
  const int bytes = 1 << (round * 5 % 21);
  smpi_execute_flops(1e6 * (1 + rank % 4));
  for (int sweep = 0; sweep < 3; sweep++) relax(1000);
  restrict_to(500 * (1 + rank % 2));
  MPI_Irecv(in, most, MPI_CHAR, (rank + size - 1) % size, round, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, bytes, MPI_CHAR, (rank + 1) % size, round, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Allreduce(out, in, 1000, MPI_DOUBLE, MPI_SUM, half);
  if (round % 4 == 0) MPI_Bcast(out, 200000, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (round % 8 == 0) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
  char *out = calloc(most, 1), *in = calloc(most, 1);
  const int rounds = argc > 1 ? atoi(argv[1]) : 16;
  for (int round = 0; round < rounds; round++) round_of(round, rank, size, half, out, in);
  MPI_Win window;
  MPI_Win_create(in, most, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(out, 5000, MPI_CHAR, (rank + 2) % size, 0, 5000, MPI_CHAR, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
