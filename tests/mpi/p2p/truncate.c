/* SPDX-License-Identifier: BSD-3-Clause */
/* A message that is longer than its receive is MPI_ERR_TRUNCATE, writes nothing behind the buffer
   and does not hurt the next message. A shorter one is not an error. */
#include "check.h"

enum { large = 50000 };

static int out[large], in[large];

int main(int argc, char** argv) {
  static const int sent[] = {2, 100, large, large}, room[] = {1, 0, 10, large - 1};
  int i, next, before, count, flag, code, error_class;
  MPI_Request send, receive;
  MPI_Status status;
  MPI_Message message;
  start_test(&argc, &argv);
  return_errors();
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < large; i++) out[i] = i;
  for (i = 0; i < 16; i++) {
    const int size = sent[i % 4], fits = room[i % 4];
    in[fits] = -5;
    MPI_Isend(out, size, MPI_INT, next, i, MPI_COMM_WORLD, &send);
    switch (i / 4) {
      case 0:
        MUST_FAIL(MPI_ERR_TRUNCATE,
                  MPI_Recv(in, fits, MPI_INT, before, i, MPI_COMM_WORLD, &status));
        break;
      case 1:
        MPI_Irecv(in, fits, MPI_INT, before, i, MPI_COMM_WORLD, &receive);
        MUST_FAIL(MPI_ERR_TRUNCATE, MPI_Wait(&receive, &status));
        CHECK(receive == MPI_REQUEST_NULL);
        break;
      case 2:
        MPI_Irecv(in, fits, MPI_INT, before, i, MPI_COMM_WORLD, &receive);
        do code = MPI_Test(&receive, &flag, &status);
        while (code == MPI_SUCCESS && !flag);
        MPI_Error_class(code, &error_class);
        CHECK(error_class == MPI_ERR_TRUNCATE);
        break;
      default:
        MPI_Mprobe(before, i, MPI_COMM_WORLD, &message, &status);
        MUST_FAIL(MPI_ERR_TRUNCATE, MPI_Mrecv(in, fits, MPI_INT, &message, &status));
    }
    CHECK(in[fits] == -5, "case %d", i);
    MUST(MPI_Wait(&send, MPI_STATUS_IGNORE));
    MPI_Isend(out, 3, MPI_INT, next, i, MPI_COMM_WORLD, &send);
    MUST(MPI_Recv(in, large, MPI_INT, before, i, MPI_COMM_WORLD, &status));
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 3 && in[2] == 2);
    MUST(MPI_Wait(&send, MPI_STATUS_IGNORE));
  }
  return end_test();
}
