/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Op_create_c: the length is an MPI_Count. */
#include "check.h"

static MPI_Count seen;

static void add(void* in, void* inout, MPI_Count* length, MPI_Datatype* type) {
  MPI_Count i;
  (void)type;
  seen = *length;
  for (i = 0; i < *length; i++) ((double*)inout)[i] += ((double*)in)[i];
}

int main(int argc, char** argv) {
  double in[4] = {1, 2, 3, 4}, inout[4] = {10, 20, 30, 40};
  MPI_Op op;
  start_test(&argc, &argv);
  MPI_Op_create_c(add, 1, &op);
  MPI_Reduce_local_c(in, inout, 4, MPI_DOUBLE, op);
  CHECK(seen == 4 && inout[3] == 44);
  MPI_Reduce_local(in, inout, 2, MPI_DOUBLE, op);
  CHECK(seen == 2 && inout[0] == 12 && inout[2] == 33);
  MPI_Op_free(&op);
  return end_test();
}
