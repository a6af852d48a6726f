/* SPDX-License-Identifier: BSD-3-Clause
 * The communication of well-known kernels, without their data: what each iteration sends to whom
 * and waits for, and a little computation between, unequal among ranks. The kernels are those of
 * the table above main; BYTES is the size of a block, a face or a vector. ft, is, bt and cg want 4,
 * 16 or 64 ranks. usage: kernels NAME ITERS BYTES */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, side; /* of the square grid of processes */
static char *out, *in;
#define world MPI_COMM_WORLD

static void compute(double seconds) { /* on a host of 1 Gflop/s */
  smpi_execute_flops(seconds * (1 + 0.03 * (rank % 5)) * 1e9);
}

static int at(int row, int column) {
  return (row + side) % side * side + (column + side) % side;
}

static void barrier(int bytes) {
  (void)bytes;
  compute(2e-6);
  MPI_Barrier(world);
}

static void halo(int bytes) {
  const int row = rank / side, column = rank % side;
  const int peer[4] = {at(row - 1, column), at(row + 1, column), at(row, column - 1),
                       at(row, column + 1)};
  MPI_Request all[8];
  for (int k = 0; k < 4; k++)
    MPI_Irecv(in + (size_t)k * bytes, bytes, MPI_CHAR, peer[k], k ^ 1, world, &all[k]);
  for (int k = 0; k < 4; k++)
    MPI_Isend(out + (size_t)k * bytes, bytes, MPI_CHAR, peer[k], k, world, &all[4 + k]);
  compute(20e-6);
  MPI_Waitall(8, all, MPI_STATUSES_IGNORE);
}

static void ft(int bytes) {
  double sum[2] = {0, 0}, total[2];
  compute(50e-6);
  MPI_Alltoall(out, bytes, MPI_CHAR, in, bytes, MPI_CHAR, world);
  compute(100e-6);
  MPI_Reduce(sum, total, 2, MPI_DOUBLE, MPI_SUM, 0, world);
}

static void is(int bytes) {
  int *counts = calloc(4 * (size_t)size, sizeof(int)), *sent = counts, *received = counts + size;
  int *from = counts + 2 * size, *to = counts + 3 * size;
  compute(30e-6);
  MPI_Allreduce(out, in, 1024, MPI_INT, MPI_SUM, world);
  MPI_Alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, world);
  for (int k = 0; k < size; k++) {
    sent[k] = bytes / 2 + (rank * 7 + k * 3) % 8 * (bytes / 8);
    received[k] = bytes / 2 + (k * 7 + rank * 3) % 8 * (bytes / 8);
    to[k] = k * 2 * bytes;
    from[k] = k * 2 * bytes;
  }
  MPI_Alltoallv(out, sent, to, MPI_CHAR, in, received, from, MPI_CHAR, world);
  compute(30e-6);
  if (rank > 0) MPI_Send(out, 1, MPI_INT, rank - 1, 5, world);
  if (rank < size - 1) MPI_Recv(in, 1, MPI_INT, rank + 1, 5, world, MPI_STATUS_IGNORE);
  free(counts);
}

/* One direction: from the first process of the line to the last and back, `side` cells deep. */
static void sweep(int bytes, int before, int after, int position) {
  MPI_Request send = MPI_REQUEST_NULL, receive;
  for (int stage = 0; stage < 2 * side; stage++) {
    const int forward = stage < side, first = forward ? 0 : side - 1;
    const int last = side - 1 - first;
    if (position != first) {
      MPI_Irecv(in, bytes, MPI_CHAR, forward ? before : after, stage, world, &receive);
      compute(3e-6);
      MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    compute(10e-6);
    if (position != last)
      MPI_Isend(out, bytes, MPI_CHAR, forward ? after : before, stage, world, &send);
  }
  MPI_Wait(&send, MPI_STATUS_IGNORE);
}

static void bt(int bytes) {
  const int row = rank / side, column = rank % side;
  const int peer[6] = {at(row, column - 1), at(row, column + 1),     at(row - 1, column),
                       at(row + 1, column), at(row - 1, column - 1), at(row + 1, column + 1)};
  MPI_Request all[12];
  for (int k = 0; k < 6; k++)
    MPI_Irecv(in + (size_t)k * bytes, bytes, MPI_CHAR, peer[k], k ^ 1, world, &all[k]);
  for (int k = 0; k < 6; k++)
    MPI_Isend(out + (size_t)k * bytes, bytes, MPI_CHAR, peer[k], k, world, &all[6 + k]);
  MPI_Waitall(12, all, MPI_STATUSES_IGNORE);
  compute(40e-6);
  sweep(bytes, at(row, column - 1), at(row, column + 1), column);
  sweep(bytes, at(row - 1, column), at(row + 1, column), row);
}

static void swap(int partner, int bytes, int tag) {
  MPI_Request receive;
  MPI_Irecv(in, bytes, MPI_CHAR, partner, tag, world, &receive);
  MPI_Send(out, bytes, MPI_CHAR, partner, tag, world);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

static void cg(int bytes) {
  const int row = rank / side, column = rank % side;
  compute(40e-6);
  for (int k = 1; k < side; k *= 2) swap(at(row, column ^ k), bytes, k);
  if (row != column) swap(at(column, row), bytes, 0);
  for (int product = 0; product < 2; product++) {
    compute(5e-6);
    for (int k = 1; k < side; k *= 2) swap(at(row, column ^ k), 8, 100 + k);
  }
}

static const struct Kernel {
  const char* name;
  void (*iterate)(int bytes);
} kernels[] = {
    {"barrier", barrier}, /* nothing else */
    {"halo", halo},       /* four neighbours on a periodic grid, nonblocking */
    {"ft", ft},           /* 3D Fourier transform: a transposition and a checksum */
    {"is", is},           /* bucket sort: sizes of buckets, counts, keys (uneven), borders */
    {"bt", bt},           /* block tridiagonal: faces, then pipelines along rows and columns */
    {"cg", cg},           /* conjugate gradients: sums along rows, a transposition, dot products */
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* name = argc > 1 ? argv[1] : "halo";
  const int iters = argc > 2 ? atoi(argv[2]) : 10, bytes = argc > 3 ? atoi(argv[3]) : 1000;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  for (side = 1; (side + 1) * (side + 1) <= size; side++)
    ;
  const size_t room = 2 * (size_t)bytes * (size > 6 ? size : 6) + 8192;
  out = calloc(room, 1);
  in = calloc(room, 1);
  const struct Kernel* kernel = NULL;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    if (strcmp(name, kernels[k].name) == 0) kernel = &kernels[k];
  if (kernel == NULL) MPI_Abort(world, 2);
  const double start = MPI_Wtime();
  for (int k = 0; k < iters; k++) kernel->iterate(bytes);
  const double mine = MPI_Wtime() - start;
  double last = 0, sum = 0;
  MPI_Reduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, 0, world);
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, world);
  if (rank == 0)
    printf("RESULT kernels name=%s ranks=%d simulated_s=%.15g mean_s=%.15g\n", name, size, last,
           sum / size);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
