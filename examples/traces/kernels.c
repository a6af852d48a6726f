/* SPDX-License-Identifier: BSD-3-Clause
 * Three small programs with the communication of well-known benchmarks, on a grid of ranks:
 *
 *   conjugate   halves of rows are exchanged across the grid, then sums: as in CG of the NPB
 *   transpose   blocks of a matrix go from rows to columns: as in FT
 *   wavefront   planes are swept from corner to corner: as in LU
 *
 * What they compute is said with smpi_execute_flops, so that runs repeat to the last digit.
 *
 * usage: kernels NAME STEPS */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLANES = 32, EDGE = 256 };

static int rank, size, columns, rows;

static void find_grid(void) {
  int dims[2] = {0, 0};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  rows = dims[0];
  columns = dims[1];
}

static void conjugate(int steps) {
  const int count = 8192, row = rank / columns, column = rank % columns;
  double* part = calloc((size_t)count, sizeof *part);
  double* other = calloc((size_t)count, sizeof *other);
  double mine = 1, sum = 0;
  for (int step = 0; step < steps; step++) {
    smpi_execute_flops(2e6);
    for (int distance = 1; distance < columns; distance *= 2) {
      const int partner = column ^ distance;
      if (partner >= columns) continue;
      MPI_Request request;
      const int peer = row * columns + partner;
      MPI_Irecv(other, count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &request);
      MPI_Send(part, count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  free(part);
  free(other);
}

static void transpose(int steps) {
  const int count = 4096;
  MPI_Comm line;
  int length;
  MPI_Comm_split(MPI_COMM_WORLD, rank / columns, rank, &line);
  MPI_Comm_size(line, &length);
  double* in = calloc((size_t)count * (size_t)length, sizeof *in);
  double* out = calloc((size_t)count * (size_t)length, sizeof *out);
  for (int step = 0; step < steps; step++) {
    smpi_execute_flops(5e6);
    MPI_Alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, line);
    smpi_execute_flops(5e6);
    MPI_Bcast(out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Comm_free(&line);
  free(in);
  free(out);
}

static void wavefront(int steps) {
  const int row = rank / columns, column = rank % columns;
  const int north = row > 0 ? rank - columns : MPI_PROC_NULL;
  const int south = row + 1 < rows ? rank + columns : MPI_PROC_NULL;
  const int west = column > 0 ? rank - 1 : MPI_PROC_NULL;
  const int east = column + 1 < columns ? rank + 1 : MPI_PROC_NULL;
  double edge[2][EDGE] = {{0}};
  for (int step = 0; step < steps; step++) {
    for (int plane = 0; plane < PLANES; plane++) {
      MPI_Recv(edge[0], EDGE, MPI_DOUBLE, north, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(edge[1], EDGE, MPI_DOUBLE, west, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      smpi_execute_flops(3e5);
      MPI_Send(edge[0], EDGE, MPI_DOUBLE, south, 2, MPI_COMM_WORLD);
      MPI_Send(edge[1], EDGE, MPI_DOUBLE, east, 3, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(int);
  } kernels[] = {{"conjugate", conjugate}, {"transpose", transpose}, {"wavefront", wavefront}};
  MPI_Init(&argc, &argv);
  find_grid();
  for (int i = 0; i < 3; i++) {
    if (argc == 3 && strcmp(argv[1], kernels[i].name) == 0) {
      kernels[i].run(atoi(argv[2]));
      MPI_Finalize();
      return 0;
    }
  }
  if (rank == 0) fprintf(stderr, "usage: kernels conjugate|transpose|wavefront STEPS\n");
  MPI_Finalize();
  return 2;
}
