/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_idup_with_info: a duplicate in the background with its own messages and given hints. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm made[2];
  MPI_Request requests[2];
  MPI_Info info, used;
  int i, result;
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &made[0], &requests[0]);
  MPI_Info_free(&info); /* it was read */
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &made[1], &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (i = 0; i < 2; i++) {
    const int next = (world_rank + 1) % world_size;
    const int before = (world_rank + world_size - 1) % world_size;
    int got = -1, mine = 10 * world_rank + i;
    MPI_Comm_compare(MPI_COMM_WORLD, made[i], &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Sendrecv(&mine, 1, MPI_INT, next, 0, &got, 1, MPI_INT, before, 0, made[i],
                 MPI_STATUS_IGNORE);
    CHECK(got == 10 * before + i);
    MPI_Comm_get_info(made[i], &used);
    CHECK(used != MPI_INFO_NULL);
    MPI_Info_free(&used);
    MPI_Comm_free(&made[i]);
    CHECK(made[i] == MPI_COMM_NULL);
  }
  return end_test();
}
