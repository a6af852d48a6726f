/* SPDX-License-Identifier: BSD-3-Clause */
/* A service is found by its name while it is published. */
#include "check.h"

int main(int argc, char** argv) {
  char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "";
  MPI_Comm inter;
  int value = 42;
  start_test(&argc, &argv);
  return_errors();
  if (world_rank == 0) {
    MUST(MPI_Open_port(MPI_INFO_NULL, port));
    MUST(MPI_Publish_name("a service", MPI_INFO_NULL, port));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 0) {
    MUST(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    MPI_Send(&value, 1, MPI_INT, 0, 0, inter);
    MPI_Comm_disconnect(&inter);
  } else if (world_rank == 1) {
    value = 0;
    MUST(MPI_Lookup_name("a service", MPI_INFO_NULL, found));
    MUST(MPI_Comm_connect(found, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    MPI_Recv(&value, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    CHECK(value == 42);
    MPI_Comm_disconnect(&inter);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 0) {
    MUST(MPI_Unpublish_name("a service", MPI_INFO_NULL, port));
    MUST(MPI_Close_port(port));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MUST_FAIL(MPI_ERR_NAME, MPI_Lookup_name("a service", MPI_INFO_NULL, found));
  return end_test();
}
