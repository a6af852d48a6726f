/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes and bounds (MPI 5.0, 5.1.5 to 5.1.8) of nested types, explicit bounds, zero counts. */
#include "check.h"

static void bounds(const char* what, MPI_Datatype type, int size, long lb, long extent,
                   long true_lb, long true_extent) {
  int got_size;
  MPI_Aint got_lb, got_extent;
  MPI_Count large_size, large_lb, large_extent;
  MPI_Type_size(type, &got_size);
  CHECK(got_size == size, "%s: size %d", what, got_size);
  MPI_Type_get_extent(type, &got_lb, &got_extent);
  CHECK(got_lb == lb && got_extent == extent, "%s: lb %ld extent %ld", what, (long)got_lb,
        (long)got_extent);
  MPI_Type_get_true_extent(type, &got_lb, &got_extent);
  CHECK(got_lb == true_lb && got_extent == true_extent, "%s: true lb %ld true extent %ld", what,
        (long)got_lb, (long)got_extent);
  MPI_Type_size_x(type, &large_size);
  CHECK(large_size == size);
  MPI_Type_get_extent_x(type, &large_lb, &large_extent);
  CHECK(large_lb == lb && large_extent == extent);
  MPI_Type_get_true_extent_x(type, &large_lb, &large_extent);
  CHECK(large_lb == true_lb && large_extent == true_extent);
}

int main(int argc, char** argv) {
  MPI_Datatype type, inner, column;
  const int ones[] = {1, 1, 1};
  start_test(&argc, &argv);
  bounds("int", MPI_INT, 4, 0, 4, 0, 4);
  bounds("double_int", MPI_DOUBLE_INT, 12, 0, 16, 0, 12);
  bounds("short_int", MPI_SHORT_INT, 6, 0, 8, 0, 8);
  bounds("2int", MPI_2INT, 8, 0, 8, 0, 8);
  MPI_Type_contiguous(0, MPI_DOUBLE, &type);
  bounds("nothing", type, 0, 0, 0, 0, 0);
  MPI_Type_free(&type);
  MPI_Type_vector(3, 2, 4, MPI_INT, &type);
  bounds("vector", type, 24, 0, 40, 0, 40);
  MPI_Type_free(&type);
  MPI_Type_vector(3, 2, -4, MPI_INT, &type);
  bounds("backward vector", type, 24, -32, 40, -32, 40);
  MPI_Type_free(&type);
  {
    const MPI_Aint displacements[] = {0, 8, 12};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
    MPI_Type_create_struct(3, ones, displacements, types, &type);
    bounds("struct", type, 13, 0, 16, 0, 13);
    MPI_Type_contiguous(3, type, &inner);
    bounds("structs", inner, 39, 0, 48, 0, 45);
    MPI_Type_free(&inner);
    MPI_Type_free(&type);
  }
  MPI_Type_create_resized(MPI_INT, -4, 16, &inner);
  bounds("resized", inner, 4, -4, 16, 0, 4);
  MPI_Type_contiguous(3, inner, &type);
  bounds("three resized", type, 12, -4, 48, 0, 36);
  MPI_Type_free(&type);
  MPI_Type_vector(2, 2, 3, inner, &type);
  bounds("vector of resized", type, 16, -4, 80, 0, 68);
  MPI_Type_free(&type);
  MPI_Type_free(&inner);
  MPI_Type_create_resized(MPI_INT, 0, -8, &inner);
  MPI_Type_contiguous(3, inner, &type);
  bounds("negative extent", type, 12, -16, 8, -16, 20);
  MPI_Type_free(&type);
  MPI_Type_free(&inner);
  MPI_Type_vector(10, 1, 10, MPI_DOUBLE, &inner);
  MPI_Type_create_resized(inner, 0, sizeof(double), &column);
  bounds("column", column, 80, 0, 8, 0, 728);
  MPI_Type_contiguous(10, column, &type);
  bounds("transposed matrix", type, 800, 0, 80, 0, 800);
  MPI_Type_free(&type);
  MPI_Type_free(&column);
  MPI_Type_free(&inner);
  {
    const int sizes[] = {10, 20}, subsizes[] = {3, 4}, starts[] = {2, 5};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
    bounds("subarray", type, 48, 0, 800, 180, 176);
    MPI_Type_free(&type);
  }
  return end_test();
}
