/* SPDX-License-Identifier: BSD-3-Clause */
/* Every constructor moves exactly the elements it names: sent as the type and received as plain
   ints, and the other way round. Works on one rank (to itself) and around a ring. */
#include "check.h"

enum { SIZE = 64 };

static int left, right;

/* `at` lists where the `count` ints of one element of `type` lie. */
static void exchange(const char* what, MPI_Datatype type, int count, const int* at) {
  int source[SIZE], target[SIZE], packed[SIZE], i, j, named;
  MPI_Type_commit(&type);
  for (i = 0; i < SIZE; i++) source[i] = 1000 * world_rank + i;
  for (i = 0; i < SIZE; i++) packed[i] = -1;
  MPI_Sendrecv(source, 1, type, right, 1, packed, count, MPI_INT, left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (i = 0; i < count; i++) {
    CHECK(packed[i] == 1000 * left + at[i], "%s: element %d is %d", what, i, packed[i]);
  }
  for (i = 0; i < SIZE; i++) target[i] = -1;
  for (i = 0; i < count; i++) packed[i] = 500 + 7 * world_rank + i;
  MPI_Sendrecv(packed, count, MPI_INT, right, 2, target, 1, type, left, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (i = 0; i < SIZE; i++) {
    for (j = 0, named = -1; j < count; j++) {
      if (at[j] == i) named = j;
    }
    CHECK(target[i] == (named < 0 ? -1 : 500 + 7 * left + named), "%s: target %d is %d", what, i,
          target[i]);
  }
  MPI_Type_free(&type);
  CHECK(type == MPI_DATATYPE_NULL);
}

static void regular_types(void) {
  MPI_Datatype type;
  {
    const int at[] = {0, 1, 2, 3, 4};
    MPI_Type_contiguous(5, MPI_INT, &type);
    exchange("contiguous", type, 5, at);
  }
  {
    const int at[] = {0, 1, 5, 6, 10, 11};
    MPI_Type_vector(3, 2, 5, MPI_INT, &type);
    exchange("vector", type, 6, at);
    MPI_Type_create_hvector(3, 2, 20, MPI_INT, &type);
    exchange("hvector", type, 6, at);
  }
  {
    const int at[] = {7, 8, 9, 0, 20};
    const int lengths[] = {3, 1, 0, 1}, displacements[] = {7, 0, 50, 20};
    const MPI_Aint bytes[] = {28, 0, 200, 80};
    MPI_Type_indexed(4, lengths, displacements, MPI_INT, &type);
    exchange("indexed", type, 5, at);
    MPI_Type_create_hindexed(4, lengths, bytes, MPI_INT, &type);
    exchange("hindexed", type, 5, at);
  }
  {
    const int at[] = {30, 31, 2, 3, 12, 13};
    const int displacements[] = {30, 2, 12};
    const MPI_Aint bytes[] = {120, 8, 48};
    MPI_Type_create_indexed_block(3, 2, displacements, MPI_INT, &type);
    exchange("indexed_block", type, 6, at);
    MPI_Type_create_hindexed_block(3, 2, bytes, MPI_INT, &type);
    exchange("hindexed_block", type, 6, at);
  }
}

static void composed_types(void) {
  MPI_Datatype type, part;
  {
    const int at[] = {40, 3, 4, 5, 6, 10, 14};
    const int lengths[] = {1, 4, 1};
    const MPI_Aint displacements[] = {160, 12, 40};
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_DATATYPE_NULL};
    MPI_Type_vector(2, 1, 4, MPI_INT, &part);
    types[2] = part;
    MPI_Type_create_struct(3, lengths, displacements, types, &type);
    MPI_Type_free(&part);
    exchange("struct", type, 7, at);
  }
  {
    const int at[] = {10, 7, 4};
    MPI_Type_create_resized(MPI_INT, 0, -12, &part);
    MPI_Type_contiguous(3, part, &type);
    /* Backwards from 10. */
    {
      const int one = 1;
      const MPI_Aint start = 40;
      MPI_Datatype from_ten;
      MPI_Type_create_hindexed(1, &one, &start, type, &from_ten);
      MPI_Type_free(&type);
      type = from_ten;
    }
    MPI_Type_free(&part);
    exchange("negative extent", type, 3, at);
  }
  {
    const int at[] = {14, 15, 20, 21};
    const int sizes[] = {5, 6}, subsizes[] = {2, 2}, starts[] = {2, 2};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
    exchange("subarray", type, 4, at);
  }
  {
    const int at[] = {12, 13, 17, 18};
    const int sizes[] = {5, 6}, subsizes[] = {2, 2}, starts[] = {2, 2};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    exchange("subarray, Fortran order", type, 4, at);
  }
  {
    const int at[] = {1, 11, 3, 13, 5, 15};
    MPI_Type_vector(2, 1, 10, MPI_INT, &part);
    MPI_Type_create_resized(part, 0, 8, &type);
    MPI_Type_free(&part);
    MPI_Type_contiguous(3, type, &part);
    MPI_Type_free(&type);
    {
      const int lengths[] = {1};
      const MPI_Aint start[] = {4};
      MPI_Type_create_hindexed(1, lengths, start, part, &type);
    }
    MPI_Type_free(&part);
    exchange("nested", type, 6, at);
  }
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  right = (world_rank + 1) % world_size;
  left = (world_rank + world_size - 1) % world_size;
  regular_types();
  composed_types();
  return end_test();
}
