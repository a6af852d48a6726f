// SPDX-License-Identifier: BSD-3-Clause
//
// The communication of NPB's LU: usage lu X Y n itmax, on X times Y ranks. Every count is a closed
// form of the four numbers (tests/acquire/closed_forms.py). Where smpi/smpi.h is, it computes as
// many flops as the original would.
#include <mpi.h>
#include <stdlib.h>
#ifdef SIMULATED
#include <smpi/smpi.h>
#else
static void smpi_execute_flops(double flops) {
  (void)flops;
}
#endif

static int north, south, west, east, nx, ny, n;
static double *out, *in;

/* Both directions of one dimension. */
static void exchange(int low, int high, int low_tag, int high_tag, int count) {
  MPI_Request request;
  if (low >= 0) MPI_Irecv(in, count, MPI_DOUBLE, low, low_tag, MPI_COMM_WORLD, &request);
  if (high >= 0) MPI_Send(out, count, MPI_DOUBLE, high, low_tag, MPI_COMM_WORLD);
  if (low >= 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (high >= 0) MPI_Irecv(in, count, MPI_DOUBLE, high, high_tag, MPI_COMM_WORLD, &request);
  if (low >= 0) MPI_Send(out, count, MPI_DOUBLE, low, high_tag, MPI_COMM_WORLD);
  if (high >= 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void right_hand_side(void) {
  const double flops = 50.0 * nx * ny * n;
  smpi_execute_flops(flops);
  exchange(north, south, 2, 1, 10 * ny * n);
  smpi_execute_flops(flops);
  exchange(west, east, 4, 3, 10 * nx * n);
  smpi_execute_flops(flops);
}

static void sweep(int from_x, int from_y, int to_x, int to_y, int tag_x, int tag_y) {
  for (int plane = 0; plane < n - 2; plane++) {
    if (from_x >= 0)
      MPI_Recv(in, 5 * ny, MPI_DOUBLE, from_x, tag_x, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (from_y >= 0)
      MPI_Recv(in, 5 * nx, MPI_DOUBLE, from_y, tag_y, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    smpi_execute_flops(1000.0 * nx * ny);
    if (to_x >= 0) MPI_Send(out, 5 * ny, MPI_DOUBLE, to_x, tag_x, MPI_COMM_WORLD);
    if (to_y >= 0) MPI_Send(out, 5 * nx, MPI_DOUBLE, to_y, tag_y, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int x = atoi(argv[1]), y = atoi(argv[2]), itmax = atoi(argv[4]);
  n = atoi(argv[3]);
  const int row = rank % x, column = rank / x;
  north = row > 0 ? rank - 1 : -1;
  south = row < x - 1 ? rank + 1 : -1;
  west = column > 0 ? rank - x : -1;
  east = column < y - 1 ? rank + x : -1;
  nx = n / x + (row < n % x);
  ny = n / y + (column < n % y);
  out = calloc((size_t)(10 * n) * (size_t)n, sizeof *out);
  in = calloc((size_t)(10 * n) * (size_t)n, sizeof *in);
  right_hand_side();
  for (int round = 0; round < 2; round++) {
    const int turns = round == 0 ? 1 : itmax;
    right_hand_side();
    MPI_Allreduce(out, in, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < turns; turn++) {
      sweep(north, west, south, east, 2, 4);
      sweep(south, east, north, west, 1, 3);
      right_hand_side();
    }
    MPI_Allreduce(out, in, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
