/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong operations: null, freed, predefined, not defined for the type (MPI 5.0, 6.9.2). */
#include "check.h"

static void nothing(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)in;
  (void)inout;
  (void)length;
  (void)type;
}

int main(int argc, char** argv) {
  double d[2] = {1, 2};
  int i[2] = {1, 2};
  MPI_Op op = MPI_SUM;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_OP, MPI_Op_free(&op));
  CHECK(op == MPI_SUM);
  op = MPI_OP_NULL;
  MUST_FAIL(MPI_ERR_OP, MPI_Op_free(&op));
  MUST_FAIL(MPI_ERR_OP, MPI_Reduce_local(&d[0], &d[1], 1, MPI_DOUBLE, MPI_OP_NULL));
  MUST_FAIL(MPI_ERR_OP, MPI_Reduce_local(&d[0], &d[1], 1, MPI_DOUBLE, MPI_BAND));
  MUST_FAIL(MPI_ERR_OP, MPI_Reduce_local(&i[0], &i[1], 1, MPI_INT, MPI_MAXLOC));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Reduce_local(&i[0], &i[1], -1, MPI_INT, MPI_SUM));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Reduce_local(&i[0], &i[1], 1, MPI_DATATYPE_NULL, MPI_SUM));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Reduce_local(MPI_IN_PLACE, &i[1], 1, MPI_INT, MPI_SUM));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Reduce_local(&i[0], MPI_IN_PLACE, 1, MPI_INT, MPI_SUM));
  MPI_Op_create(nothing, 1, &op);
  MUST(MPI_Reduce_local(&i[0], &i[1], 1, MPI_INT, op));
  MUST(MPI_Op_free(&op));
  return end_test();
}
