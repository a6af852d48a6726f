/* SPDX-License-Identifier: BSD-3-Clause */
/* The space of a buffered message is used again once the message has arrived; without space, or
   without a buffer, a buffered send is an error. */
#include "check.h"

enum { ints = 1000 };

int main(int argc, char** argv) {
  const int bytes = ints * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
  int data[2 * ints] = {0}, in[ints], i, other, size;
  MPI_Count size_c = 0;
  char* buffer = malloc((size_t)bytes);
  void* back;
  start_test(&argc, &argv);
  return_errors();
  other = world_size - 1 - world_rank;
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Bsend(data, 1, MPI_INT, other, 0, MPI_COMM_WORLD));
  MPI_Buffer_attach(buffer, bytes);
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Bsend(data, 2 * ints, MPI_INT, other, 0, MPI_COMM_WORLD));
  for (i = 0; i < 20; i++) {
    data[0] = 10 * world_rank + i;
    MUST(MPI_Bsend(data, ints, MPI_INT, other, 0, MPI_COMM_WORLD));
    MUST(MPI_Recv(in, ints, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(in[0] == 10 * other + i);
    /* The other one has my message, too. */
    MPI_Sendrecv(data, 1, MPI_INT, other, 1, in, 1, MPI_INT, other, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  MPI_Buffer_detach(&back, &size);
  CHECK(back == buffer && size == bytes);
  MPI_Buffer_attach_c(buffer, bytes);
  MUST(MPI_Bsend_c(data, ints, MPI_INT, other, 2, MPI_COMM_WORLD));
  MUST(MPI_Recv_c(in, ints, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MPI_Buffer_detach_c(&back, &size_c);
  CHECK(back == buffer && size_c == bytes);
  free(buffer);
  return end_test();
}
