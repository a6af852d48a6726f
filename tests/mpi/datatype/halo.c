/* SPDX-License-Identifier: BSD-3-Clause */
/* Faces of a cube exchanged with subarray types, in both orders and all three dimensions. */
#include "check.h"

enum { N = 4, TOTAL = (N + 2) * (N + 2) * (N + 2) };

static int value_at(int rank, int x, int y, int z) {
  return ((rank * 8 + x) * 8 + y) * 8 + z;
}

static void exchange(int order, int dimension) {
  const int sizes[] = {N + 2, N + 2, N + 2};
  int subsizes[] = {N, N, N}, starts[] = {1, 1, 1}, x, y, z;
  static int cube[TOTAL];
  const int right = (world_rank + 1) % world_size;
  const int left = (world_rank + world_size - 1) % world_size;
  MPI_Datatype inner, ghost;
  subsizes[dimension] = 1;
  starts[dimension] = N;
  MPI_Type_create_subarray(3, sizes, subsizes, starts, order, MPI_INT, &inner);
  starts[dimension] = 0;
  MPI_Type_create_subarray(3, sizes, subsizes, starts, order, MPI_INT, &ghost);
  MPI_Type_commit(&inner);
  MPI_Type_commit(&ghost);
#define AT(x, y, z)                                             \
  (order == MPI_ORDER_C ? ((x) * (N + 2) + (y)) * (N + 2) + (z) \
                        : ((z) * (N + 2) + (y)) * (N + 2) + (x))
  for (x = 0; x < N + 2; x++) {
    for (y = 0; y < N + 2; y++) {
      for (z = 0; z < N + 2; z++) cube[AT(x, y, z)] = value_at(world_rank, x, y, z);
    }
  }
  MPI_Sendrecv(cube, 1, inner, right, 5, cube, 1, ghost, left, 5, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (x = 0; x < N + 2; x++) {
    for (y = 0; y < N + 2; y++) {
      for (z = 0; z < N + 2; z++) {
        const int at[3] = {x, y, z};
        int d, is_ghost = at[dimension] == 0, from[3] = {x, y, z};
        for (d = 0; d < 3; d++) {
          if (d != dimension) is_ghost = is_ghost && at[d] >= 1 && at[d] <= N;
        }
        if (is_ghost) from[dimension] = N;
        CHECK(cube[AT(x, y, z)] ==
              value_at(is_ghost ? left : world_rank, from[0], from[1], from[2]));
      }
    }
  }
  MPI_Type_free(&inner);
  MPI_Type_free(&ghost);
}

int main(int argc, char** argv) {
  int d;
  start_test(&argc, &argv);
  for (d = 0; d < 3; d++) {
    exchange(MPI_ORDER_C, d);
    exchange(MPI_ORDER_FORTRAN, d);
  }
  return end_test();
}
