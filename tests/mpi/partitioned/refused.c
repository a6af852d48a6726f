/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong use of partitioned communication is refused, and what was right goes on. */
#include "check.h"

int main(int argc, char** argv) {
  int out[4] = {1, 2, 3, 4}, in[4] = {0}, list[2] = {1, 9}, flag;
  MPI_Request send, receive, plain, none = MPI_REQUEST_NULL;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_RANK, MPI_Precv_init(in, 4, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                                         MPI_INFO_NULL, &none));
  MUST_FAIL(MPI_ERR_TAG, MPI_Precv_init(in, 4, 1, MPI_INT, world_rank, MPI_ANY_TAG, MPI_COMM_WORLD,
                                        MPI_INFO_NULL, &none));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Psend_init(out, 4, -1, MPI_INT, world_rank, 0, MPI_COMM_WORLD,
                                          MPI_INFO_NULL, &none));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Psend_init(out, 4, 1, MPI_DATATYPE_NULL, world_rank, 0,
                                         MPI_COMM_WORLD, MPI_INFO_NULL, &none));
  CHECK(none == MPI_REQUEST_NULL, "a refused call gave a request");
  MUST(MPI_Psend_init(out, 4, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
  MUST(MPI_Precv_init(in, 4, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &receive));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Pready(0, send));
  MUST(MPI_Startall(1, &send));
  MUST(MPI_Startall(1, &receive));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Pready(0, receive));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Parrived(send, 0, &flag));
  MUST_FAIL(MPI_ERR_ARG, MPI_Pready(4, send));
  MUST_FAIL(MPI_ERR_ARG, MPI_Pready_range(2, 1, send));
  MUST_FAIL(MPI_ERR_ARG, MPI_Pready_range(2, 4, send));
  MUST_FAIL(MPI_ERR_ARG, MPI_Parrived(receive, -1, &flag));
  MUST(MPI_Pready(1, send));
  MUST_FAIL(MPI_ERR_ARG, MPI_Pready(1, send));
  MUST_FAIL(MPI_ERR_ARG, MPI_Pready_list(2, list, send));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Cancel(&send));
  MUST(MPI_Pready(0, send));
  MUST(MPI_Pready_range(2, 3, send));
  MUST(MPI_Wait(&receive, MPI_STATUS_IGNORE));
  MUST_FAIL(MPI_ERR_ARG, MPI_Pready(3, send)); /* all have left */
  MUST(MPI_Wait(&send, MPI_STATUS_IGNORE));
  CHECK(in[0] == 1 && in[1] == 2 && in[2] == 3 && in[3] == 4, "%d %d", in[0], in[3]);
  MUST(MPI_Parrived(receive, 0, &flag));
  CHECK(flag, "MPI_Parrived on an inactive request");
  MUST(MPI_Irecv(in, 1, MPI_INT, world_rank, 1, MPI_COMM_WORLD, &plain));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Pready(0, plain));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Parrived(plain, 0, &flag));
  MUST(MPI_Send(out, 1, MPI_INT, world_rank, 1, MPI_COMM_WORLD));
  MUST(MPI_Wait(&plain, MPI_STATUS_IGNORE));
  MUST(MPI_Request_free(&send));
  MUST(MPI_Request_free(&receive));
  return end_test();
}
