/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles as INTEGERs and back (MPI 5.0, 19.3.4 and 20.4). */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype type;
  MPI_Op op = MPI_SUM;
  MPI_Status status, copy;
  MPI_Fint integers[sizeof(MPI_Status) / sizeof(MPI_Fint) + 8];
  int count, value = 1, got = 0;
  start_test(&argc, &argv);
  MPI_Type_contiguous(3, MPI_INT, &type);
  CHECK(MPI_Type_f2c(MPI_Type_c2f(type)) == type);
  CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
  CHECK(MPI_Op_f2c(MPI_Op_c2f(op)) == op);
  CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DATATYPE_NULL)) == MPI_DATATYPE_NULL);
#ifdef LIBSMPI
  CHECK(MPI_Type_fromint(MPI_Type_toint(type)) == type);
  CHECK(MPI_Type_toint(MPI_INT) == 0x209 && MPI_Op_toint(MPI_SUM) == 0x21);
  CHECK(MPI_Comm_toint(MPI_COMM_WORLD) == 257);
#endif
  MPI_Sendrecv(&value, 1, MPI_INT, world_rank, 33, &got, 1, MPI_INT, world_rank, 33, MPI_COMM_WORLD,
               &status);
  MPI_Status_c2f(&status, integers);
  memset(&copy, 0, sizeof copy);
  MPI_Status_f2c(integers, &copy);
  CHECK(copy.MPI_SOURCE == world_rank && copy.MPI_TAG == 33);
  MPI_Get_count(&copy, MPI_INT, &count);
  CHECK(count == 1);
  MPI_Type_free(&type);
  return end_test();
}
