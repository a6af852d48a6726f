/* SPDX-License-Identifier: BSD-3-Clause */
/* One half of the ranks serves, the other half connects, twice over one port. */
#include "check.h"

int main(int argc, char** argv) {
  char port[MPI_MAX_PORT_NAME] = "";
  int is_server, rank, size, remote, sum, round;
  MPI_Comm half, inter;
  start_test(&argc, &argv);
  is_server = world_rank % 2 == 0;
  MPI_Comm_split(MPI_COMM_WORLD, is_server, world_rank, &half);
  MPI_Comm_rank(half, &rank);
  if (world_rank == 0) {
    MUST(MPI_Open_port(MPI_INFO_NULL, port));
    CHECK(strlen(port) > 0);
    MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  }
  if (world_rank == 1) {
    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (round = 0; round < 2; round++) {
    if (is_server) {
      MUST(MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter));
    } else {
      MUST(MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter));
    }
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    CHECK(size + remote == world_size && size == (world_size + is_server) / 2);
    MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == (is_server ? remote * remote : remote * (remote - 1)));
    MUST(MPI_Comm_disconnect(&inter));
  }
  if (world_rank == 0) MUST(MPI_Close_port(port));
  MPI_Comm_free(&half);
  return end_test();
}
