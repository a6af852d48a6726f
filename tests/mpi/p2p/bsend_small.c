/* SPDX-License-Identifier: BSD-3-Clause */
/* Many small buffered messages fit into a buffer of moderate size: beside its data each takes
   MPI_BSEND_OVERHEAD at most, and real programs count on less than 200 bytes. */
#include "check.h"

enum { messages = 10, ints = 10, buffer_bytes = 2000 };

int main(int argc, char** argv) {
  char buffer[buffer_bytes];
  int data[ints], i, other, size;
  void* back;
  start_test(&argc, &argv);
  return_errors();
  other = world_size - 1 - world_rank;
  MPI_Buffer_attach(buffer, buffer_bytes);
  for (i = 0; i < messages; i++) {
    data[0] = 100 * world_rank + i;
    data[ints - 1] = -i;
    MUST(MPI_Bsend(data, ints, MPI_INT, other, i, MPI_COMM_WORLD));
  }
  for (i = messages - 1; i >= 0; i--) {
    MPI_Recv(data, ints, MPI_INT, other, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(data[0] == 100 * other + i && data[ints - 1] == -i, "message %d: %d", i, data[0]);
  }
  MPI_Buffer_detach(&back, &size);
  CHECK(back == buffer && size == buffer_bytes);
  return end_test();
}
