/* SPDX-License-Identifier: BSD-3-Clause */
/* The formulas of MPI 5.0, 5.1.6 where MPICH departs from them (Open MPI does not): explicit bounds
   of a part hide implicit ones, and any type is padded to its strictest alignment. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype type, with_bounds;
  MPI_Aint lb, extent;
  const int ones[] = {1, 1, 1};
  start_test(&argc, &argv);
  MPI_Type_create_resized(MPI_INT, -4, 16, &with_bounds);
  {
    const MPI_Aint displacements[] = {0, 8, 100};
    const MPI_Datatype types[] = {MPI_INT, with_bounds, MPI_DOUBLE};
    MPI_Type_create_struct(3, ones, displacements, types, &type);
  }
  MPI_Type_get_extent(type, &lb, &extent);
  CHECK(lb == 4 && extent == 16, "lb %ld extent %ld", (long)lb, (long)extent);
  MPI_Type_free(&type);
  MPI_Type_free(&with_bounds);
  {
    const MPI_Aint displacements[] = {0, 12};
    MPI_Type_create_hindexed(2, ones, displacements, MPI_DOUBLE, &type);
  }
  MPI_Type_get_extent(type, &lb, &extent);
  CHECK(lb == 0 && extent == 24, "lb %ld extent %ld", (long)lb, (long)extent);
  MPI_Type_free(&type);
  return end_test();
}
