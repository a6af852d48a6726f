/* SPDX-License-Identifier: BSD-3-Clause */
/* Hints of a communicator: given ones are shown; a plain duplicate does not inherit them. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Info info, used;
  MPI_Comm twin, third;
  char value[64];
  int flag;
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &twin);
  MPI_Comm_get_info(twin, &used);
  MPI_Info_get(used, "mpi_assert_no_any_tag", 63, value, &flag);
  CHECK(flag && strcmp(value, "true") == 0);
  MPI_Info_free(&used);
  MPI_Comm_dup(twin, &third);
  MPI_Comm_get_info(third, &used);
  MPI_Info_get(used, "mpi_assert_no_any_tag", 63, value, &flag);
  CHECK(!flag || strcmp(value, "false") == 0);
  MPI_Info_free(&used);
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_set_info(third, info);
  MPI_Comm_get_info(third, &used);
  MPI_Info_get(used, "mpi_assert_exact_length", 63, value, &flag);
  CHECK(flag && strcmp(value, "true") == 0);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&third);
  return end_test();
}
