/* SPDX-License-Identifier: BSD-3-Clause */
/* Ports and services that do not exist, or exist already. */
#include "check.h"

int main(int argc, char** argv) {
  char port[MPI_MAX_PORT_NAME], other[MPI_MAX_PORT_NAME];
  MPI_Comm inter = MPI_COMM_WORLD;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_PORT, MPI_Comm_connect("nowhere", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
  CHECK(inter == MPI_COMM_NULL);
  MUST_FAIL(MPI_ERR_PORT, MPI_Comm_accept("nowhere", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
  MUST_FAIL(MPI_ERR_PORT, MPI_Close_port("nowhere"));
  if (world_rank == 0) {
    MUST(MPI_Open_port(MPI_INFO_NULL, port));
    MUST(MPI_Open_port(MPI_INFO_NULL, other));
    CHECK(strcmp(port, other) != 0);
    MUST(MPI_Publish_name("service", MPI_INFO_NULL, port));
    MUST_FAIL(MPI_ERR_SERVICE, MPI_Publish_name("service", MPI_INFO_NULL, other));
    MUST_FAIL(MPI_ERR_SERVICE, MPI_Unpublish_name("service", MPI_INFO_NULL, other));
    MUST_FAIL(MPI_ERR_SERVICE, MPI_Unpublish_name("no such service", MPI_INFO_NULL, port));
    MUST(MPI_Unpublish_name("service", MPI_INFO_NULL, port));
    MUST(MPI_Close_port(other));
    MUST(MPI_Close_port(port));
    MUST_FAIL(MPI_ERR_PORT, MPI_Close_port(port));
  }
  return end_test();
}
