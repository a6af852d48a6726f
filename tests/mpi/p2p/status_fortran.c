/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 19.3.5: statuses between C, the integer array of Fortran and the type of mpi_f08. */
#include "check.h"

static void check(const MPI_Status* status) {
  int count = -1, cancelled = -1;
  MPI_Get_count(status, MPI_INT, &count);
  MPI_Test_cancelled(status, &cancelled);
  CHECK(status->MPI_SOURCE == world_rank && status->MPI_TAG == 9 && count == 3 && !cancelled);
}

int main(int argc, char** argv) {
  MPI_Fint integers[MPI_F_STATUS_SIZE], more[MPI_F_STATUS_SIZE];
  MPI_F08_status derived, other;
  MPI_Status status, copy;
  int out[3] = {1, 2, 3}, in[3];
  start_test(&argc, &argv);
  return_errors();
  MPI_Sendrecv(out, 3, MPI_INT, world_rank, 9, in, 3, MPI_INT, world_rank, 9, MPI_COMM_WORLD,
               &status);
  MUST(MPI_Status_c2f(&status, integers));
  CHECK(integers[MPI_F_SOURCE] == world_rank && integers[MPI_F_TAG] == 9);
  memset(&copy, -1, sizeof copy);
  MUST(MPI_Status_f2c(integers, &copy));
  check(&copy);
  MUST(MPI_Status_c2f08(&status, &derived));
  CHECK(derived.MPI_SOURCE == world_rank && derived.MPI_TAG == 9);
  memset(&copy, -1, sizeof copy);
  MUST(MPI_Status_f082c(&derived, &copy));
  check(&copy);
  /* All the way round. */
  MUST(MPI_Status_f082f(&derived, more));
  MUST(MPI_Status_f2f08(more, &other));
  memset(&copy, -1, sizeof copy);
  MUST(MPI_Status_f082c(&other, &copy));
  check(&copy);
  return end_test();
}
