/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 3.2.5: the fields of a status through functions; elements and cancellation set by the
   program. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Status status;
  MPI_Count large = 5000000000;
  int value, got, other;
  start_test(&argc, &argv);
  MPI_Sendrecv(&world_rank, 1, MPI_INT, world_rank, 9, &other, 1, MPI_INT, MPI_ANY_SOURCE, 9,
               MPI_COMM_WORLD, &status);
  MUST(MPI_Status_get_source(&status, &value));
  CHECK(value == world_rank);
  MUST(MPI_Status_get_tag(&status, &value));
  CHECK(value == 9);
  MUST(MPI_Status_set_source(&status, 12));
  MUST(MPI_Status_set_tag(&status, 34));
  MUST(MPI_Status_set_error(&status, MPI_ERR_TRUNCATE));
  CHECK(status.MPI_SOURCE == 12 && status.MPI_TAG == 34 && status.MPI_ERROR == MPI_ERR_TRUNCATE);
  MUST(MPI_Status_get_error(&status, &value));
  CHECK(value == MPI_ERR_TRUNCATE);
  MPI_Get_count(&status, MPI_INT, &got);
  CHECK(got == 1);
  MUST(MPI_Status_set_elements(&status, MPI_DOUBLE, 7));
  MPI_Get_count(&status, MPI_DOUBLE, &got);
  CHECK(got == 7);
  MUST(MPI_Status_set_elements_c(&status, MPI_INT, large));
  MPI_Get_count_c(&status, MPI_INT, &large);
  CHECK(large == 5000000000);
  MPI_Get_elements_c(&status, MPI_INT, &large);
  CHECK(large == 5000000000);
  MPI_Get_count(&status, MPI_INT, &got); /* does not fit */
  CHECK(got == MPI_UNDEFINED, "%d", got);
  MUST(MPI_Status_set_cancelled(&status, 1));
  MPI_Test_cancelled(&status, &got);
  CHECK(got);
  MUST(MPI_Status_set_cancelled(&status, 0));
  MPI_Test_cancelled(&status, &got);
  CHECK(!got);
  return end_test();
}
