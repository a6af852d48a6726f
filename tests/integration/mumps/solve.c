/* SPDX-License-Identifier: BSD-3-Clause
 * Solves a sparse system with MUMPS and checks the solution: an unsymmetric seven-point stencil on
 * a cube of SIDE^3 points, whose solution is 1 + i mod 17. usage: solve SIDE */
#include <dmumps_c.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { initialise = -1, terminate = -2, solve_all = 6, use_world = -987654 };

typedef struct {
  int *row, *column, side;
  double *value, *right_side;
  long long count;
} System;

static double solution(int i) {
  return 1 + i % 17;
}

static void add(System* system, int row, int column, double value) {
  system->row[system->count] = row + 1;
  system->column[system->count] = column + 1;
  system->value[system->count++] = value;
  system->right_side[row] += value * solution(column);
}

/* Both neighbours of a point at `position` of 0 .. side - 1 along one direction. */
static void add_neighbours(System* system, int point, int position, int stride, double upwards) {
  if (position > 0) add(system, point, point - stride, -1);
  if (position < system->side - 1) add(system, point, point + stride, upwards);
}

static System make_system(int side) {
  size_t points = (size_t)side * side * side;
  System system = {malloc(7 * points * sizeof(int)),    malloc(7 * points * sizeof(int)), side,
                   malloc(7 * points * sizeof(double)), calloc(points, sizeof(double)),   0};
  for (int point = 0; point < (int)points; point++) {
    add(&system, point, point, 6.5);
    add_neighbours(&system, point, point % side, 1, -1.1);
    add_neighbours(&system, point, point / side % side, side, -0.9);
    add_neighbours(&system, point, point / (side * side), side * side, -1);
  }
  return system;
}

int main(int argc, char** argv) {
  DMUMPS_STRUC_C mumps = {.comm_fortran = use_world, .par = 1, .sym = 0, .job = initialise};
  int side = argc > 1 ? atoi(argv[1]) : 10, rank, failed = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  dmumps_c(&mumps);
  System system = {0};
  if (rank == 0) {
    system = make_system(side);
    mumps.n = side * side * side;
    mumps.nnz = system.count;
    mumps.irn = system.row;
    mumps.jcn = system.column;
    mumps.a = system.value;
    mumps.rhs = system.right_side;
  }
  mumps.icntl[1] = mumps.icntl[2] = -1; /* no diagnostics */
  mumps.icntl[3] = 1;                   /* errors only */
  mumps.icntl[12] = 1;                  /* no ScaLAPACK */
  mumps.icntl[13] = 60;                 /* percent of spare memory */
  mumps.job = solve_all;
  dmumps_c(&mumps);
  if (rank == 0) {
    double error = 0;
    for (int i = 0; i < mumps.n; i++) error = fmax(error, fabs(system.right_side[i] - solution(i)));
    failed = mumps.infog[0] != 0 || !(error < 1e-10);
    printf("mumps: status %d, %s\n", mumps.infog[0], failed ? "WRONG" : "right");
  }
  mumps.job = terminate;
  dmumps_c(&mumps);
  free(system.row);
  free(system.column);
  free(system.value);
  free(system.right_side);
  MPI_Finalize();
  return failed;
}
