/* SPDX-License-Identifier: BSD-3-Clause */
/* Clients that wait at one port are served one after the other. */
#include "check.h"

int main(int argc, char** argv) {
  char port[MPI_MAX_PORT_NAME] = "";
  int i, value, sum = 0;
  MPI_Comm inter;
  start_test(&argc, &argv);
  if (world_rank == 0) MUST(MPI_Open_port(MPI_INFO_NULL, port));
  MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (world_rank == 0) {
    for (i = 1; i < world_size; i++) {
      MUST(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
      MPI_Recv(&value, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
      sum += value;
      MPI_Comm_disconnect(&inter);
    }
    CHECK(sum == world_size * (world_size - 1) / 2);
    MUST(MPI_Close_port(port));
  } else {
    MUST(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    MPI_Send(&world_rank, 1, MPI_INT, 0, 0, inter);
    MPI_Comm_disconnect(&inter);
  }
  return end_test();
}
