/* SPDX-License-Identifier: BSD-3-Clause */
/* Shifts: to the border MPI_PROC_NULL, around in periodic dimensions, by any displacement. */
#include "check.h"

int main(int argc, char** argv) {
  int dims[2], periods[2] = {1, 0}, source, dest, coords[2], disp, before, after;
  MPI_Comm grid;
  start_test(&argc, &argv);
  dims[0] = world_size / 2;
  dims[1] = 2;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  if (grid == MPI_COMM_NULL) return end_test();
  MPI_Cart_coords(grid, world_rank, 2, coords);
  for (disp = -3; disp <= 3; disp++) {
    MPI_Cart_shift(grid, 0, disp, &source, &dest);
    before = ((coords[0] - disp) % dims[0] + dims[0]) % dims[0];
    after = ((coords[0] + disp) % dims[0] + dims[0]) % dims[0];
    CHECK(source == before * 2 + coords[1] && dest == after * 2 + coords[1], "disp %d", disp);
    MPI_Cart_shift(grid, 1, disp, &source, &dest);
    before = coords[1] - disp;
    after = coords[1] + disp;
    CHECK(source == (before < 0 || before > 1 ? MPI_PROC_NULL : coords[0] * 2 + before));
    CHECK(dest == (after < 0 || after > 1 ? MPI_PROC_NULL : coords[0] * 2 + after));
  }
  MPI_Comm_free(&grid);
  return end_test();
}
