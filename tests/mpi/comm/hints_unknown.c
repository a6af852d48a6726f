/* SPDX-License-Identifier: BSD-3-Clause */
/* A communicator shows the hints it knows; one that nobody knows is ignored, and not shown (7.4.4).
 */
#include "check.h"

static void expect_unknown(MPI_Comm comm) {
  char value[16] = "";
  MPI_Info used;
  int flag = 1;
  MUST(MPI_Comm_get_info(comm, &used));
  CHECK(used != MPI_INFO_NULL);
  MPI_Info_get(used, "a_hint_of_nobody", 15, value, &flag);
  CHECK(!flag, "it is shown: %s", value);
  MPI_Info_free(&used);
}

int main(int argc, char** argv) {
  MPI_Comm made;
  MPI_Info info;
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "a_hint_of_nobody", "yes");
  MUST(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &made));
  expect_unknown(made);
  MUST(MPI_Comm_set_info(made, info));
  expect_unknown(made);
  MPI_Info_free(&info);
  MPI_Comm_free(&made);
  return end_test();
}
