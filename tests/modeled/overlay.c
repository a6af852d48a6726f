/* SPDX-License-Identifier: BSD-3-Clause
 * Functions replaced by overlay.toml: what they cost, what they return, what they leave of memory.
 * Bodies that must not run end the program; the reference host is half as fast as the simulated. */
#include <string.h>

#include "check.h"

/* Otherwise the compiler knows that these bodies do not return. */
#define KEPT __attribute__((noipa))

static void must_not_run(const char* name) {
  fprintf(stderr, "%s was not replaced\n", name);
  exit(1);
}

/* Static, called directly within this file. */
KEPT static int smooth(int count, double factor, double* data) {
  must_not_run("smooth");
  return (int)(count * factor + data[0]);
}

/* Arguments beyond the registers. */
KEPT double many(int a, int b, int c, int d, int e, int f, short g, double x, float y, long h) {
  must_not_run("many");
  return a + b + c + d + e + f + g + x + y + h;
}

/* As Fortran passes scalars. */
KEPT void by_address_(const int* count, double* data) {
  must_not_run("by_address_");
  data[0] = *count;
}

KEPT void columns(int rows, int count, int stride, double* data) {
  must_not_run("columns");
  data[0] = rows + count + stride;
}

KEPT int drawn(int limit, int* where) {
  must_not_run("drawn");
  return limit + *where;
}

KEPT void nothing(void) {
  must_not_run("nothing");
}

KEPT void* make_folded(size_t size) {
  void* volatile block = malloc(size); /* not the last thing it does: it must be on the stack */
  return block;
}

/* Memory without content is left alone; other memory becomes zero. */
KEPT void clear(double* data, int count) {
  memset(data, 0, (size_t)count * sizeof *data);
  *(volatile double*)data += 0; /* not a tail call */
}

static void check_costs(void) {
  double elapsed, returned = 0, data[4] = {1, 2, 3, 4};
  const int count = 500;
  int found = 0;
  /* 3e-6 s for each of count * factor on a host of 1 Gflop/s; this one has 2. */
  TIMED(elapsed, found = smooth(100, 2.5, data));
  CHECK_NEAR(elapsed, 3e-6 * 250 / 2);
  CHECK(found == 350);
  TIMED(elapsed, returned = many(1, 2, 3, 4, 5, 6, -7, 0.5, 0.25F, 1L << 40));
  CHECK_NEAR(elapsed, 1e-3 * 0.75 / 2);
  CHECK(returned == 1 + 2 + 3 + 4 + 5 + 6 - 7 + 0.5 + 0.25 + (double)(1L << 40));
  TIMED(elapsed, by_address_(&count, data));
  CHECK_NEAR(elapsed, 1e-6 * 500 / 2);
  nothing();
  int where = -1;
  TIMED(elapsed, found = drawn(10, &where));
  CHECK_NEAR(elapsed, 5e-3);
  CHECK(found == 20 && where == 10);
}

/* Sends `count` doubles of rank 0 to rank 1; returns what rank 1 has then. */
static double* sent(int rank, double* data, int count) {
  if (rank == 0) MPI_Send(data, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(data, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return data;
}

static void fill(double* data, int count, double value) {
  for (int i = 0; i < count; i++) data[i] = value;
}

/* What a replaced function wrote has no content and is not sent; its neighbours are. */
static void check_content(int rank) {
  enum { count = 20000 };
  double* data = malloc(count * sizeof *data);
  fill(data, count, rank == 0 ? 5 : -5);
  if (rank == 0) smooth(100, 1, data + 10);
  sent(rank, data, count);
  const double kept = rank == 0 ? 5 : -5;
  CHECK(data[9] == 5 && data[110] == 5 && data[count - 1] == 5);
  CHECK(data[10] == kept && data[109] == kept);
  /* What arrived without content is sent on without it; what is received with content has it. */
  if (rank == 0) MPI_Recv(data, 20, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) fill(data, 10, 6);
  if (rank == 1) MPI_Send(data, 20, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  CHECK(data[9] == 6 && data[10] == kept);
  free(data);
}

/* Columns of a matrix, with what is between them. */
static void check_columns(int rank) {
  double* matrix = malloc(60 * sizeof *matrix);
  fill(matrix, 60, rank == 0 ? 1 : 2);
  if (rank == 0) columns(4, 6, 10, matrix);
  sent(rank, matrix, 60);
  for (int i = 0; i < 60; i++) CHECK(matrix[i] == (rank == 0 || i % 10 >= 4 ? 1 : 2));
  free(matrix);
}

/* A block that was freed, and a stack, are used again for something else. */
static void check_reuse(int rank) {
  for (int round = 0; round < 50; round++) {
    const size_t size = 300 * sizeof(double);
    double* block = malloc(size);
    if (rank == 0) smooth(300, 1, block);
    if (round % 2 == 0) block = realloc(block, 2 * size);
    free(block);
    block = malloc(size);
    fill(block, 300, rank == 0 ? round : -1);
    CHECK(sent(rank, block, 300)[299] == round);
    free(block);
  }
  double local[300];
  fill(local, 300, rank == 0 ? 8 : 0);
  if (rank == 0) smooth(300, 1, local);
  CHECK(sent(rank, local, 300)[299] == 8);
}

/* All ranks have the same addresses, and nothing is sent. */
static void check_folded(int rank) {
  const size_t size = (size_t)1 << 36;
  double* block = make_folded(size);
  CHECK(block != NULL);
  long here = (long)block, there = 0;
  MPI_Allreduce(&here, &there, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  CHECK(here == there);
  sent(rank, block + (1 << 30), 1 << 28);
  free(block);
}

/* What kernels wrote stays as it was when `clear` clears it; what has content is cleared. */
static void check_clearing(int rank) {
  enum { count = 300 };
  double *kernels = malloc(count * sizeof(double)), *own = malloc(count * sizeof(double));
  fill(kernels, count, 7);
  fill(own, count, 7);
  smooth(count, 1, kernels);
  clear(kernels, count);
  clear(own, count);
  CHECK(kernels[count - 1] == 7 && own[count - 1] == 0);
  CHECK(sent(rank, own, count)[count - 1] == 0);
  clear(kernels, 2); /* too few to ask */
  CHECK(kernels[1] == 0 && kernels[2] == 7);
  memset(kernels, 0, count * sizeof(double));
  CHECK(*(volatile double*)&kernels[count - 1] == 0);
  free(kernels);
  free(own);
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check_costs();
  check_content(rank);
  check_columns(rank);
  check_reuse(rank);
  check_folded(rank);
  check_clearing(rank);
  MPI_Finalize();
  return 0;
}
