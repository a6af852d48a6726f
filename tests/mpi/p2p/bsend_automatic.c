/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 3.6.1: with MPI_BUFFER_AUTOMATIC there is space for everything. */
#include "check.h"

enum { messages = 20, ints = 20000 };

static int data[ints];

int main(int argc, char** argv) {
  int m, other, size = -1;
  void* back = NULL;
  start_test(&argc, &argv);
  other = world_size - 1 - world_rank;
  MUST(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
  for (m = 0; m < messages; m++) {
    data[ints - 1] = 100 * world_rank + m;
    MUST(MPI_Bsend(data, ints, MPI_INT, other, m, MPI_COMM_WORLD));
  }
  for (m = messages - 1; m >= 0; m--) {
    MPI_Recv(data, ints, MPI_INT, other, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(data[ints - 1] == 100 * other + m);
  }
  MUST(MPI_Buffer_flush());
  MUST(MPI_Buffer_detach(&back, &size));
  CHECK(back == MPI_BUFFER_AUTOMATIC && size == 0, "size %d", size);
  return end_test();
}
