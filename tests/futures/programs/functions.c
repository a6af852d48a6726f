/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions whose calls a run may be split at. Each rank calls each of them once a step, in which
   it sends 1 MB to the next rank and sleeps a second. usage: functions STEPS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { bytes = 1000000 };

static char sent[bytes], received[bytes];
static int rank, size;

/* Begins by saving registers. */
__attribute__((noipa)) void exchange(int step) {
  MPI_Request requests[2];
  MPI_Irecv(received, bytes, MPI_CHAR, (rank + size - 1) % size, step, MPI_COMM_WORLD, requests);
  MPI_Isend(sent, bytes, MPI_CHAR, (rank + 1) % size, step, MPI_COMM_WORLD, requests + 1);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* Begins by what it does. */
__attribute__((noipa)) static int twice(int value) {
  return 2 * value;
}

/* Begins as code does that may be jumped to (-fcf-protection). */
__attribute__((visibility("hidden"))) int one_more(int value);
__asm__(
    ".text\n.type one_more, @function\none_more:\n  endbr64\n  lea 1(%rdi), %eax\n  ret\n"
    ".size one_more, . - one_more\n");

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int steps = argc > 1 ? atoi(argv[1]) : 5;
  int sum = 0;
  for (int step = 0; step < steps; step++) {
    sum += one_more(step) + twice(step);
    exchange(step);
    sleep(1);
  }
  if (rank == 0) printf("sum %d at %.6f\n", sum, MPI_Wtime());
  MPI_Finalize();
  return 0;
}
