/* SPDX-License-Identifier: BSD-3-Clause */
/* What MPI_Type_get_envelope and MPI_Type_get_contents tell of every constructor (MPI 5.1.13). */
#include "check.h"

static int integers[64];
static MPI_Aint addresses[64];
static MPI_Datatype types[64];

/* Decodes `type` and frees it. */
static void decode(const char* what, MPI_Datatype* type, int combiner, int integer_count,
                   int address_count, int type_count) {
  int got_integers, got_addresses, got_types, got_combiner;
  MPI_Type_get_envelope(*type, &got_integers, &got_addresses, &got_types, &got_combiner);
  CHECK(got_combiner == combiner, "%s: combiner %d", what, got_combiner);
  CHECK(got_integers == integer_count && got_addresses == address_count && got_types == type_count,
        "%s: %d integers, %d addresses, %d types", what, got_integers, got_addresses, got_types);
  MPI_Type_get_contents(*type, 64, 64, 64, integers, addresses, types);
  MPI_Type_free(type);
}

#define INTEGERS(...)                                                               \
  do {                                                                              \
    const int wanted[] = {__VA_ARGS__};                                             \
    size_t i_;                                                                      \
    for (i_ = 0; i_ < sizeof wanted / sizeof *wanted; i_++) {                       \
      CHECK(integers[i_] == wanted[i_], "integer %d is %d", (int)i_, integers[i_]); \
    }                                                                               \
  } while (0)
#define ADDRESSES(...)                                                                          \
  do {                                                                                          \
    const MPI_Aint wanted[] = {__VA_ARGS__};                                                    \
    size_t i_;                                                                                  \
    for (i_ = 0; i_ < sizeof wanted / sizeof *wanted; i_++) CHECK(addresses[i_] == wanted[i_]); \
  } while (0)

static void simple_constructors(void) {
  MPI_Datatype type;
  int a, b, c, combiner;
  const int lengths[] = {1, 2, 3}, displacements[] = {4, 10, 20};
  const MPI_Aint bytes[] = {16, 40, 80};
  MPI_Type_get_envelope(MPI_DOUBLE_INT, &a, &b, &c, &combiner);
  CHECK(a == 0 && b == 0 && c == 0 && combiner == MPI_COMBINER_NAMED);

  MPI_Type_contiguous(5, MPI_INT, &type);
  decode("contiguous", &type, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
  INTEGERS(5);
  CHECK(types[0] == MPI_INT);
  MPI_Type_vector(5, 2, 7, MPI_INT, &type);
  decode("vector", &type, MPI_COMBINER_VECTOR, 3, 0, 1);
  INTEGERS(5, 2, 7);
  MPI_Type_create_hvector(5, 2, 70, MPI_INT, &type);
  decode("hvector", &type, MPI_COMBINER_HVECTOR, 2, 1, 1);
  INTEGERS(5, 2);
  ADDRESSES(70);
  MPI_Type_indexed(3, lengths, displacements, MPI_INT, &type);
  decode("indexed", &type, MPI_COMBINER_INDEXED, 7, 0, 1);
  INTEGERS(3, 1, 2, 3, 4, 10, 20);
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &type);
  decode("hindexed", &type, MPI_COMBINER_HINDEXED, 4, 3, 1);
  INTEGERS(3, 1, 2, 3);
  ADDRESSES(16, 40, 80);
  MPI_Type_create_indexed_block(3, 2, displacements, MPI_INT, &type);
  decode("indexed_block", &type, MPI_COMBINER_INDEXED_BLOCK, 5, 0, 1);
  INTEGERS(3, 2, 4, 10, 20);
  MPI_Type_create_hindexed_block(3, 2, bytes, MPI_INT, &type);
  decode("hindexed_block", &type, MPI_COMBINER_HINDEXED_BLOCK, 2, 3, 1);
  INTEGERS(3, 2);
  ADDRESSES(16, 40, 80);
  MPI_Type_create_resized(MPI_INT, -8, 32, &type);
  decode("resized", &type, MPI_COMBINER_RESIZED, 0, 2, 1);
  ADDRESSES(-8, 32);
  MPI_Type_dup(MPI_FLOAT, &type);
  decode("dup", &type, MPI_COMBINER_DUP, 0, 0, 1);
  CHECK(types[0] == MPI_FLOAT);
}

static void arrays_and_structs(void) {
  MPI_Datatype type, inner;
  const int lengths[] = {1, 2, 3};
  const MPI_Aint bytes[] = {16, 40, 80};
  {
    const int sizes[] = {5, 6}, subsizes[] = {2, 3}, starts[] = {1, 0};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    decode("subarray", &type, MPI_COMBINER_SUBARRAY, 8, 0, 1);
    INTEGERS(2, 5, 6, 2, 3, 1, 0, MPI_ORDER_FORTRAN);
  }
  {
    const int sizes[] = {6, 8}, processes[] = {2, 3}, blocks[] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    const int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    MPI_Type_create_darray(6, 4, 2, sizes, distributions, blocks, processes, MPI_ORDER_C, MPI_INT,
                           &type);
    decode("darray", &type, MPI_COMBINER_DARRAY, 12, 0, 1);
    INTEGERS(6, 4, 2, 6, 8, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_DFLT_DARG,
             2, 2, 3, MPI_ORDER_C);
  }
  /* Derived parts come back as handles of their own, though the program freed its own. */
  MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &inner);
  {
    const MPI_Datatype parts[] = {MPI_CHAR, MPI_DATATYPE_NULL, MPI_INT};
    MPI_Datatype all[3];
    int size;
    memcpy(all, parts, sizeof all);
    all[1] = inner;
    MPI_Type_create_struct(3, lengths, bytes, all, &type);
    MPI_Type_free(&inner);
    decode("struct", &type, MPI_COMBINER_STRUCT, 4, 3, 3);
    INTEGERS(3, 1, 2, 3);
    ADDRESSES(16, 40, 80);
    CHECK(types[0] == MPI_CHAR && types[2] == MPI_INT);
    MPI_Type_size(types[1], &size);
    CHECK(size == 16);
    inner = types[1];
    decode("vector in a struct", &inner, MPI_COMBINER_VECTOR, 3, 0, 1);
    INTEGERS(2, 1, 3);
    CHECK(types[0] == MPI_DOUBLE);
  }
}

int main(int argc, char** argv) {
  start_test(&argc, &argv);
  simple_constructors();
  arrays_and_structs();
  return end_test();
}
