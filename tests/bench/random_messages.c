/* SPDX-License-Identifier: BSD-3-Clause
 * STEPS random exchanges, the same for every rank but for who talks to whom: nonblocking messages
 * that are completed in each of MPI's ways, MPI_Sendrecv, blocking and synchronous sends, funnels,
 * uneven computation and collectives. Sizes straddle the thresholds of overhead tables.
 * SimGrid 3.32 loses persistent requests of small messages, so there are none. usage:
 * random_messages STEPS SEED */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_OFFSETS = 8, MOST_BYTES = 200000 };

static const int sizes[] = {0, 0, 1, 8, 100, 1000, 1420, 1421, 5000, 33501, 65535, 65536, 150000};

static uint64_t state;
static int rank, size;
static int tag;        /* the first of this step */
static char *out, *in; /* MOST_OFFSETS blocks of MOST_BYTES each */

static int draw(int below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)below);
}
static int draw_size(void) {
  return sizes[draw(sizeof sizes / sizeof *sizes)];
}
static void compute(double seconds) { /* on a host of 1 Gflop/s */
  smpi_execute_flops(seconds * 1e9);
}

/* 2 q requests: a receive and a send for each of q offsets between ranks. */
static void complete(int how, int count, MPI_Request* all) {
  int index[2 * MOST_OFFSETS], done, flag;
  switch (how) {
    case 0:
      MPI_Waitall(count, all, MPI_STATUSES_IGNORE);
      break;
    case 1:
      for (int i = 0; i < count; i++) MPI_Wait(&all[i], MPI_STATUS_IGNORE);
      break;
    case 2:
      for (int i = 0; i < count; i++) MPI_Waitany(count, all, index, MPI_STATUS_IGNORE);
      break;
    case 3:
      for (int left = count; left > 0; left -= done)
        MPI_Waitsome(count, all, &done, index, MPI_STATUSES_IGNORE);
      break;
    case 4: /* tests that find some, perhaps all */
      compute(50e-6);
      MPI_Testsome(count, all, &done, index, MPI_STATUSES_IGNORE);
      MPI_Testany(count, all, index, &flag, MPI_STATUS_IGNORE);
      MPI_Waitall(count, all, MPI_STATUSES_IGNORE);
      break;
    case 5: /* half of them must be there in the end, and the others are looked at */
      MPI_Waitall(count / 2, all, MPI_STATUSES_IGNORE);
      compute(20e-6);
      MPI_Testall(count - count / 2, all + count / 2, &flag, MPI_STATUSES_IGNORE);
      if (!flag) MPI_Waitall(count - count / 2, all + count / 2, MPI_STATUSES_IGNORE);
      break;
  }
}

static void nonblocking(void) {
  MPI_Request all[2 * MOST_OFFSETS];
  const int offsets = 1 + draw(MOST_OFFSETS), how = draw(6), synchronous = draw(4) == 0;
  int offset[MOST_OFFSETS], bytes[MOST_OFFSETS];
  for (int k = 0; k < offsets; k++) {
    offset[k] = size == 1 ? 0 : 1 + draw(size - 1);
    bytes[k] = draw_size();
  }
  for (int k = 0; k < offsets; k++)
    MPI_Irecv(in + (size_t)k * MOST_BYTES, bytes[k], MPI_CHAR, (rank - offset[k] + size) % size,
              tag + k, MPI_COMM_WORLD, &all[k]);
  for (int k = 0; k < offsets; k++) {
    const char* from = out + (size_t)k * MOST_BYTES;
    const int to = (rank + offset[k]) % size;
    MPI_Request* one = &all[offsets + k];
    if (synchronous)
      MPI_Issend(from, bytes[k], MPI_CHAR, to, tag + k, MPI_COMM_WORLD, one);
    else
      MPI_Isend(from, bytes[k], MPI_CHAR, to, tag + k, MPI_COMM_WORLD, one);
  }
  complete(how, 2 * offsets, all);
}

static void exchange(void) {
  const int rounds = 1 + draw(4);
  for (int k = 0; k < rounds; k++) {
    const int shift = size == 1 ? 0 : 1 + draw(size - 1), bytes = draw_size();
    MPI_Sendrecv(out, bytes, MPI_CHAR, (rank + shift) % size, tag + k, in, bytes, MPI_CHAR,
                 (rank - shift + size) % size, tag + k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

/* Neighbours send to each other and back. */
static void blocking(void) {
  const int synchronous = draw(2), there = draw_size(), back = draw_size(), partner = rank ^ 1;
  if (partner >= size) return;
  if (rank % 2 == 0) {
    if (synchronous)
      MPI_Ssend(out, there, MPI_CHAR, partner, tag, MPI_COMM_WORLD);
    else
      MPI_Send(out, there, MPI_CHAR, partner, tag, MPI_COMM_WORLD);
    MPI_Recv(in, back, MPI_CHAR, partner, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(in, there, MPI_CHAR, partner, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, back, MPI_CHAR, partner, tag + 1, MPI_COMM_WORLD);
  }
}

/* All send to one, which takes them by rank, upwards or downwards. */
static void funnel(void) {
  const int root = draw(size), bytes = draw_size(), downwards = draw(2);
  if (rank != root) {
    compute(1e-7 * draw(100) * rank);
    MPI_Send(out, bytes, MPI_CHAR, root, tag, MPI_COMM_WORLD);
    return;
  }
  draw(100);
  for (int i = 0; i < size; i++) {
    const int from = downwards ? size - 1 - i : i;
    if (from != root) MPI_Recv(in, bytes, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void collective(void) {
  const int root = draw(size), count = 1 + draw(300);
  double *a = (double*)out, *b = (double*)in;
  switch (draw(6)) {
    case 0:
      MPI_Barrier(MPI_COMM_WORLD);
      break;
    case 1:
      MPI_Bcast(a, count, MPI_DOUBLE, root, MPI_COMM_WORLD);
      break;
    case 2:
      MPI_Reduce(a, b, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
      break;
    case 3:
      MPI_Gather(a, count, MPI_DOUBLE, b, count, MPI_DOUBLE, root, MPI_COMM_WORLD);
      break;
    case 4:
      MPI_Alltoall(a, count, MPI_DOUBLE, b, count, MPI_DOUBLE, MPI_COMM_WORLD);
      break;
    case 5:
      MPI_Allgather(a, count, MPI_DOUBLE, b, count, MPI_DOUBLE, MPI_COMM_WORLD);
      break;
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int steps = argc > 1 ? atoi(argv[1]) : 30;
  state = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  out = calloc(MOST_OFFSETS, MOST_BYTES);
  in = calloc(MOST_OFFSETS, MOST_BYTES);
  for (int step = 0; step < steps; step++, tag += MOST_OFFSETS) {
    switch (draw(8)) {
      case 0:
        exchange();
        break;
      case 1:
        blocking();
        break;
      case 2:
        funnel();
        break;
      case 3:
        collective();
        break;
      case 4:
        compute(1e-6 * draw(30) * (rank % 3));
        break;
      default:
        nonblocking();
    }
  }
  const double mine = MPI_Wtime();
  double last = 0, sum = 0;
  MPI_Reduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("RESULT random_messages ranks=%d simulated_s=%.15g mean_s=%.15g\n", size, last,
           sum / size);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
