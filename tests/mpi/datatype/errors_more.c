/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments that MPICH does not notice, or files under another class: handles used after they
   were freed, contents that do not fit, sizes beyond 64 bits. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype type, freed, huge;
  int size, integers[4];
  MPI_Aint addresses[4];
  MPI_Datatype types[4];
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_ARG, MPI_Type_vector(1, -1, 1, MPI_INT, &type));
  {
    const int lengths[] = {1, -1}, displacements[] = {0, 4};
    MUST_FAIL(MPI_ERR_ARG, MPI_Type_indexed(2, lengths, displacements, MPI_INT, &type));
  }
  {
    const int sizes[] = {4}, parts[] = {5}, starts[] = {0};
    MUST_FAIL(MPI_ERR_ARG,
              MPI_Type_create_subarray(1, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type));
  }
  MPI_Type_contiguous(2, MPI_INT, &type);
  freed = type;
  MUST(MPI_Type_free(&type));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_size(freed, &size));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_free(&freed));
  /* A new type in the place of the old one is not the old one. */
  MPI_Type_contiguous(3, MPI_INT, &type);
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_commit(&freed));
  MUST_FAIL(MPI_ERR_ARG, MPI_Type_get_contents(type, 0, 0, 1, integers, addresses, types));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_get_contents(MPI_INT, 4, 4, 4, integers, addresses, types));
  MUST_FAIL(MPI_ERR_ARG, MPI_Type_get_extent(type, NULL, addresses));
  MPI_Type_free(&type);
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_size((MPI_Datatype)(size_t)0x123456, &size));
  MUST(MPI_Type_contiguous_c((MPI_Count)1 << 62, MPI_CHAR, &huge));
  MUST_FAIL(MPI_ERR_VALUE_TOO_LARGE, MPI_Type_contiguous(2, huge, &type));
  MUST(MPI_Type_contiguous_c(5, MPI_INT, &type));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_get_envelope(type, &size, &size, &size, &size));
  MPI_Type_free(&type);
  MPI_Type_free(&huge);
  return end_test();
}
