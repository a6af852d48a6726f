/* SPDX-License-Identifier: BSD-3-Clause */
/* The error classes of wrong arguments of the datatype functions. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype type, freed, uncommitted, constant = MPI_INT;
  MPI_Aint aint;
  int one[] = {1, 1}, size, value[4] = {0};
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Type_vector(-1, 1, 1, MPI_INT, &type));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_vector(1, 1, 1, MPI_DATATYPE_NULL, &type));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Type_indexed(-1, one, one, MPI_INT, &type));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_size(MPI_DATATYPE_NULL, &size));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_get_extent(MPI_DATATYPE_NULL, &aint, &aint));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_free(&constant));
  CHECK(constant == MPI_INT);
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  MUST_FAIL(MPI_ERR_TYPE, MPI_Send(value, 1, uncommitted, world_rank, 0, MPI_COMM_WORLD));
  MPI_Type_free(&uncommitted);
  MPI_Type_contiguous(2, MPI_INT, &type);
  freed = type;
  MPI_Type_free(&type);
  MUST_FAIL(MPI_ERR_TYPE, MPI_Type_free(&type));
  (void)freed;
  return end_test();
}
