/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Status_set_elements is the reverse of MPI_Get_elements (MPI 5.0, 13.3). */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype pair;
  MPI_Status status;
  int got;
  MPI_Count large;
  start_test(&argc, &argv);
  memset(&status, 0, sizeof status);
  MPI_Type_contiguous(2, MPI_FLOAT, &pair);
  MPI_Type_commit(&pair);
  MPI_Status_set_elements(&status, pair, 7);
  MPI_Get_elements(&status, pair, &got);
  CHECK(got == 7);
  MPI_Get_count(&status, pair, &got);
  CHECK(got == MPI_UNDEFINED);
  MPI_Status_set_elements_x(&status, MPI_DOUBLE, (MPI_Count)1 << 33);
  MPI_Get_elements_x(&status, MPI_DOUBLE, &large);
  CHECK(large == (MPI_Count)1 << 33);
  MPI_Get_count(&status, MPI_DOUBLE, &got);
  CHECK(got == MPI_UNDEFINED);
  MPI_Type_free(&pair);
  return end_test();
}
