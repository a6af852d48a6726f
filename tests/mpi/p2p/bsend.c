/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffered sends return without a receive; detaching gives the buffer back when all are gone. */
#include "check.h"

enum { messages = 5, ints = 20000 };

int main(int argc, char** argv) {
  const int bytes = messages * (ints * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
  char* buffer = malloc((size_t)bytes);
  int *data = malloc(ints * sizeof(int)), m, i, round, size, other;
  void* back;
  start_test(&argc, &argv);
  for (round = 0; round < 2; round++) {
    MPI_Buffer_attach(buffer, bytes);
    other = world_size - 1 - world_rank;
    for (m = 0; m < messages; m++) {
      for (i = 0; i < ints; i++) data[i] = world_rank + 100 * m + i;
      MPI_Bsend(data, ints, MPI_INT, other, m, MPI_COMM_WORLD);
      memset(data, 0, ints * sizeof(int));
    }
    for (m = messages - 1; m >= 0; m--) {
      MPI_Recv(data, ints, MPI_INT, other, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (i = 0; i < ints; i++) CHECK(data[i] == other + 100 * m + i, "message %d", m);
    }
    back = NULL;
    size = -1;
    MPI_Buffer_detach(&back, &size);
    CHECK(back == buffer && size == bytes, "size %d, not %d", size, bytes);
  }
  free(buffer);
  free(data);
  return end_test();
}
