/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One collective that ranks enter at different times: prints when each leaves, and whether the data
 * is right.
 *
 * usage: program COLLECTIVE COUNT */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, count;
static int *in, *out;

static int is(const char* name, const char* collective) {
  return strcmp(name, collective) == 0;
}

/* Element j of what rank i sends to rank k. */
static int item(int i, int k, int j) {
  return i * 1000003 + k * 1009 + j;
}

static int neighbor(int nonblocking) {
  MPI_Comm ring;
  int wrong = 0, periodic = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  MPI_Barrier(MPI_COMM_WORLD);
  smpi_execute_flops(1e9 * (1 + (rank * 7) % 5));
  for (int j = 0; j < 2 * count; j++) in[j] = item(rank, rank, j);
  (void)nonblocking;
  MPI_Neighbor_allgather(in, count, MPI_INT, out, count, MPI_INT, ring);
  for (int side = 0; side < 2; side++) {
    int other = rank + (side == 0 ? -1 : 1);
    for (int j = 0; j < count && other >= 0 && other < size; j++) {
      wrong += out[side * count + j] != item(other, other, j);
    }
  }
  return wrong;
}

static int one(const char* name) {
  MPI_Comm world = MPI_COMM_WORLD;
  int wrong = 0, root = 1;
  for (int k = 0; k < size; k++) {
    for (int j = 0; j < count; j++) in[k * count + j] = item(rank, k, j);
  }
  if (is(name, "barrier")) {
    MPI_Barrier(world);
  } else if (is(name, "bcast") || is(name, "ibcast")) {
    MPI_Request request;
    if (is(name, "bcast")) {
      MPI_Bcast(in, count, MPI_INT, root, world);
    } else {
      MPI_Ibcast(in, count, MPI_INT, root, world, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int j = 0; j < count; j++) wrong += in[j] != item(root, 0, j);
  } else if (is(name, "scatter")) {
    MPI_Scatter(in, count, MPI_INT, out, count, MPI_INT, root, world);
    for (int j = 0; j < count; j++) wrong += out[j] != item(root, rank, j);
  } else if (is(name, "gather")) {
    MPI_Gather(in, count, MPI_INT, out, count, MPI_INT, root, world);
    for (int i = 0; i < size && rank == root; i++) {
      for (int j = 0; j < count; j++) wrong += out[i * count + j] != item(i, 0, j);
    }
  } else if (is(name, "allgather")) {
    MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, world);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < count; j++) wrong += out[i * count + j] != item(i, 0, j);
    }
  } else if (is(name, "alltoall")) {
    MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, world);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < count; j++) wrong += out[i * count + j] != item(i, rank, j);
    }
  } else {
    int first = 0, last = size - 1;
    MPI_Request request;
    for (int j = 0; j < count; j++) in[j] = rank + j;
    if (is(name, "reduce")) MPI_Reduce(in, out, count, MPI_INT, MPI_SUM, root, world);
    if (is(name, "allreduce")) MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, world);
    if (is(name, "iallreduce")) {
      MPI_Iallreduce(in, out, count, MPI_INT, MPI_SUM, world, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (is(name, "scan")) MPI_Scan(in, out, count, MPI_INT, MPI_SUM, world), last = rank;
    if (is(name, "exscan")) MPI_Exscan(in, out, count, MPI_INT, MPI_SUM, world), last = rank - 1;
    if (is(name, "reduce_scatter")) {
      int share = count / size;
      MPI_Reduce_scatter_block(in, out, share, MPI_INT, MPI_SUM, world);
      for (int j = 0; j < share; j++)
        wrong += out[j] != size * (size - 1) / 2 + size * (rank * share + j);
      return wrong;
    }
    for (int j = 0; j < count; j++) {
      int sum = 0;
      for (int i = first; i <= last; i++) sum += i + j;
      int has_result = !(is(name, "reduce") && rank != root) && last >= 0;
      wrong += has_result && out[j] != sum;
    }
  }
  return wrong;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  count = atoi(argv[2]);
  in = calloc((size_t)size * count + 2 * count + 1, sizeof *in);
  out = calloc((size_t)size * count + 2 * count + 1, sizeof *out);
  int wrong;
  if (is(argv[1], "neighbor")) {
    wrong = neighbor(0);
  } else {
    smpi_execute_flops(1e9 * (1 + (rank * 7) % 5));
    wrong = one(argv[1]);
  }
  printf("%d %.17g %d\n", rank, MPI_Wtime(), wrong);
  MPI_Finalize();
  free(in);
  free(out);
  return argc == 3 ? 0 : 1;
}
