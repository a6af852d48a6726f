/* SPDX-License-Identifier: BSD-3-Clause */
/* Decoding types made with MPI_Count: all counts are large counts, whatever their value. */
#include "check.h"

static int integers[64];
static MPI_Aint addresses[64];
static MPI_Count large[64];
static MPI_Datatype types[64];

static void decode(const char* what, MPI_Datatype* type, int combiner, int integer_count,
                   int address_count, int large_count, int type_count) {
  MPI_Count i, a, l, t;
  int got;
  MPI_Type_get_envelope_c(*type, &i, &a, &l, &t, &got);
  CHECK(got == combiner && i == integer_count && a == address_count && l == large_count &&
            t == type_count,
        "%s: %d integers, %d addresses, %d counts, %d types", what, (int)i, (int)a, (int)l, (int)t);
  MPI_Type_get_contents_c(*type, 64, 64, 64, 64, integers, addresses, large, types);
  MPI_Type_free(type);
}

#define LARGE(...)                                                                 \
  do {                                                                             \
    const MPI_Count wanted[] = {__VA_ARGS__};                                      \
    size_t i_;                                                                     \
    for (i_ = 0; i_ < sizeof wanted / sizeof *wanted; i_++) {                      \
      CHECK(large[i_] == wanted[i_], "count %d is %ld", (int)i_, (long)large[i_]); \
    }                                                                              \
  } while (0)

int main(int argc, char** argv) {
  MPI_Datatype type;
  const MPI_Count huge = (MPI_Count)5 << 32;
  const MPI_Count lengths[] = {1, 2}, displacements[] = {16, 80};
  start_test(&argc, &argv);
  MPI_Type_contiguous_c(huge, MPI_INT, &type);
  decode("contiguous", &type, MPI_COMBINER_CONTIGUOUS, 0, 0, 1, 1);
  LARGE(huge);
  CHECK(types[0] == MPI_INT);
  MPI_Type_vector_c(5, 2, 7, MPI_INT, &type);
  decode("vector", &type, MPI_COMBINER_VECTOR, 0, 0, 3, 1);
  LARGE(5, 2, 7);
  MPI_Type_create_hvector_c(5, 2, huge, MPI_INT, &type);
  decode("hvector", &type, MPI_COMBINER_HVECTOR, 0, 0, 3, 1);
  LARGE(5, 2, huge);
  MPI_Type_indexed_c(2, lengths, displacements, MPI_INT, &type);
  decode("indexed", &type, MPI_COMBINER_INDEXED, 0, 0, 5, 1);
  LARGE(2, 1, 2, 16, 80);
  MPI_Type_create_hindexed_c(2, lengths, displacements, MPI_INT, &type);
  decode("hindexed", &type, MPI_COMBINER_HINDEXED, 0, 0, 5, 1);
  LARGE(2, 1, 2, 16, 80);
  MPI_Type_create_indexed_block_c(2, 3, displacements, MPI_INT, &type);
  decode("indexed_block", &type, MPI_COMBINER_INDEXED_BLOCK, 0, 0, 4, 1);
  LARGE(2, 3, 16, 80);
  MPI_Type_create_hindexed_block_c(2, 3, displacements, MPI_INT, &type);
  decode("hindexed_block", &type, MPI_COMBINER_HINDEXED_BLOCK, 0, 0, 4, 1);
  LARGE(2, 3, 16, 80);
  {
    const MPI_Datatype parts[] = {MPI_INT, MPI_CHAR};
    MPI_Type_create_struct_c(2, lengths, displacements, parts, &type);
    decode("struct", &type, MPI_COMBINER_STRUCT, 0, 0, 5, 2);
    LARGE(2, 1, 2, 16, 80);
    CHECK(types[1] == MPI_CHAR);
  }
  MPI_Type_create_resized_c(MPI_INT, -8, huge, &type);
  decode("resized", &type, MPI_COMBINER_RESIZED, 0, 0, 2, 1);
  LARGE(-8, huge);
  {
    const MPI_Count sizes[] = {huge, 6}, subsizes[] = {2, 3}, starts[] = {1, 0};
    MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
    decode("subarray", &type, MPI_COMBINER_SUBARRAY, 2, 0, 6, 1);
    LARGE(huge, 6, 2, 3, 1, 0);
    CHECK(integers[0] == 2 && integers[1] == MPI_ORDER_C);
  }
  /* The large forms decode types made with ints too. */
  MPI_Type_create_hvector(5, 2, 70, MPI_INT, &type);
  decode("hvector of ints", &type, MPI_COMBINER_HVECTOR, 2, 1, 0, 1);
  CHECK(integers[0] == 5 && integers[1] == 2 && addresses[0] == 70);
  return end_test();
}
