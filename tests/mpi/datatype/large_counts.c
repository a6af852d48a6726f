/* SPDX-License-Identifier: BSD-3-Clause */
/* Types beyond 2^31: sizes in MPI_Count, MPI_UNDEFINED where an int is too small. */
#include "check.h"

#define three_giga ((MPI_Count)3 << 30)

static void regular_types(void) {
  MPI_Datatype type;
  MPI_Count size, lb, extent;
  MPI_Aint small_lb, small_extent;
  int small_size;
  MPI_Type_contiguous_c(three_giga, MPI_DOUBLE, &type);
  MPI_Type_size_c(type, &size);
  CHECK(size == 8 * three_giga);
  MPI_Type_size(type, &small_size);
  CHECK(small_size == MPI_UNDEFINED);
  MPI_Type_get_extent(type, &small_lb, &small_extent);
  CHECK(small_lb == 0 && small_extent == 8 * three_giga);
  MPI_Type_free(&type);

  MPI_Type_vector_c(three_giga, 1, 2, MPI_INT, &type);
  MPI_Type_size_c(type, &size);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(size == 4 * three_giga && lb == 0 && extent == 8 * three_giga - 4);
  MPI_Type_get_true_extent_c(type, &lb, &extent);
  CHECK(lb == 0 && extent == 8 * three_giga - 4);
  MPI_Type_free(&type);

  MPI_Type_create_hvector_c(2, 1, 5 * three_giga, MPI_INT, &type);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(extent == 5 * three_giga + 4);
  MPI_Type_free(&type);

  {
    const MPI_Count lengths[] = {three_giga, 2}, displacements[] = {0, -three_giga};
    MPI_Type_indexed_c(2, lengths, displacements, MPI_SHORT, &type);
    MPI_Type_size_c(type, &size);
    MPI_Type_get_extent_c(type, &lb, &extent);
    CHECK(size == 2 * three_giga + 4 && lb == -2 * three_giga && extent == 4 * three_giga);
    MPI_Type_free(&type);
    MPI_Type_create_hindexed_c(2, lengths, displacements, MPI_CHAR, &type);
    MPI_Type_size_c(type, &size);
    CHECK(size == three_giga + 2);
    MPI_Type_free(&type);
    MPI_Type_create_indexed_block_c(2, three_giga, displacements, MPI_CHAR, &type);
    MPI_Type_get_extent_c(type, &lb, &extent);
    CHECK(lb == -three_giga && extent == 2 * three_giga);
    MPI_Type_free(&type);
    MPI_Type_create_hindexed_block_c(2, three_giga, displacements, MPI_CHAR, &type);
    MPI_Type_size_c(type, &size);
    CHECK(size == 2 * three_giga);
    MPI_Type_free(&type);
  }
}

static void composed_types(void) {
  MPI_Datatype type, part;
  MPI_Count size, lb, extent;
  {
    const MPI_Count lengths[] = {1, three_giga}, displacements[] = {0, 8};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_FLOAT};
    MPI_Type_create_struct_c(2, lengths, displacements, types, &type);
    MPI_Type_size_c(type, &size);
    CHECK(size == 8 + 4 * three_giga);
    MPI_Type_free(&type);
  }
  {
    const MPI_Count sizes[] = {three_giga, 4}, subsizes[] = {three_giga - 1, 2}, starts[] = {1, 2};
    MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_CHAR, &type);
    MPI_Type_size_c(type, &size);
    MPI_Type_get_extent_c(type, &lb, &extent);
    CHECK(size == 2 * (three_giga - 1) && lb == 0 && extent == 4 * three_giga);
    MPI_Type_free(&type);
  }
  {
    const MPI_Count lengths[] = {4 * three_giga};
    const int distribution[] = {MPI_DISTRIBUTE_BLOCK}, block[] = {MPI_DISTRIBUTE_DFLT_DARG};
    const int processes[] = {2};
    MPI_Type_create_darray_c(2, 1, 1, lengths, distribution, block, processes, MPI_ORDER_C,
                             MPI_CHAR, &type);
    MPI_Type_get_true_extent_c(type, &lb, &extent);
    CHECK(lb == 2 * three_giga && extent == 2 * three_giga);
    MPI_Type_free(&type);
  }
  MPI_Type_create_resized_c(MPI_INT, -three_giga, 2 * three_giga, &part);
  MPI_Type_get_extent_c(part, &lb, &extent);
  CHECK(lb == -three_giga && extent == 2 * three_giga);
  MPI_Type_free(&part);
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  regular_types();
  composed_types();
  return end_test();
}
