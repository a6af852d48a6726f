/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI 5.0, 3.6.2: a buffer of a communicator serves its sends before the buffer of the process; a
   communicator without one uses that of the process. */
#include "check.h"

enum { ints = 500 };

static void exchange(MPI_Comm comm, int other, int tag) {
  int out[ints], in[ints];
  out[0] = 100 * world_rank + tag;
  MUST(MPI_Bsend(out, ints, MPI_INT, other, tag, comm));
  MUST(MPI_Recv(in, ints, MPI_INT, other, tag, comm, MPI_STATUS_IGNORE));
  CHECK(in[0] == 100 * other + tag);
}

int main(int argc, char** argv) {
  const int bytes = ints * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
  char *mine = malloc((size_t)bytes), *everyones = malloc((size_t)bytes);
  int other, size = -1, data[ints] = {0};
  MPI_Count size_c = -1;
  MPI_Request request;
  MPI_Comm twin;
  void* back = NULL;
  start_test(&argc, &argv);
  other = world_size - 1 - world_rank;
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN);
  return_errors();
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Bsend(data, 1, MPI_INT, other, 0, twin));
  MUST(MPI_Comm_attach_buffer(twin, mine, bytes));
  exchange(twin, other, 1);
  MUST(MPI_Comm_flush_buffer(twin));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Bsend(data, 1, MPI_INT, other, 0, MPI_COMM_WORLD));
  MUST(MPI_Buffer_attach(everyones, bytes));
  exchange(MPI_COMM_WORLD, other, 2);
  exchange(twin, other, 3);
  MUST(MPI_Comm_iflush_buffer(twin, &request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  MUST(MPI_Comm_detach_buffer(twin, &back, &size));
  CHECK(back == mine && size == bytes);
  MUST(MPI_Buffer_flush());
  exchange(twin, other, 4); /* through the buffer of the process */
  MUST(MPI_Comm_attach_buffer_c(twin, mine, bytes));
  exchange(twin, other, 5);
  MUST(MPI_Comm_detach_buffer_c(twin, &back, &size_c));
  CHECK(back == mine && size_c == bytes);
  MUST(MPI_Buffer_detach(&back, &size));
  CHECK(back == everyones && size == bytes);
  MPI_Comm_free(&twin);
  free(mine);
  free(everyones);
  return end_test();
}
