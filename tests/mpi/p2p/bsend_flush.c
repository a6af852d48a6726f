/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 3.6.1: flushing waits for what was buffered before; the buffer stays attached. */
#include "check.h"

enum { ints = 30000 };

static int data[ints], in[ints];

int main(int argc, char** argv) {
  const int bytes = ints * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
  char* buffer = malloc((size_t)bytes);
  MPI_Request requests[2];
  void* back;
  int other, i, size;
  start_test(&argc, &argv);
  return_errors();
  other = world_size - 1 - world_rank;
  MPI_Buffer_attach(buffer, bytes);
  MUST(MPI_Buffer_flush()); /* nothing to wait for */
  for (i = 0; i < 4; i++) {
    MPI_Irecv(in, ints, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
    data[1] = 100 * world_rank + i;
    MUST(MPI_Bsend(data, ints, MPI_INT, other, 0, MPI_COMM_WORLD));
    if (i % 2 == 0) {
      MUST(MPI_Buffer_flush());
    } else {
      MUST(MPI_Buffer_iflush(&requests[1]));
      MUST(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
      CHECK(requests[1] == MPI_REQUEST_NULL);
    }
    /* Now there is space for the next one, whatever the other rank has done since. */
    MUST(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    CHECK(in[1] == 100 * other + i);
  }
  MPI_Buffer_detach(&back, &size);
  CHECK(back == buffer && size == bytes);
  free(buffer);
  return end_test();
}
