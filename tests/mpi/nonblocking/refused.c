/* SPDX-License-Identifier: BSD-3-Clause */
/* What is not allowed: freeing or cancelling an active collective, starting one twice, and wrong
   arguments. A refused call leaves the others alone. The status of a collective is empty. */
#include "check.h"

int main(int argc, char** argv) {
  int in = 1, out = 0, count = 77, flag = 77, mine[4] = {0};
  MPI_Request request, kept, none = MPI_REQUEST_NULL;
  MPI_Status status;
  start_test(&argc, &argv);
  return_errors();
  MUST(MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
  kept = request;
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Request_free(&request));
  CHECK(request == kept, "the request is gone");
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Cancel(&request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Start(&request));
  MUST(MPI_Wait(&request, &status));
  CHECK(out == world_size, "%d", out);
  MUST(MPI_Get_count(&status, MPI_INT, &count));
  MUST(MPI_Test_cancelled(&status, &flag));
  CHECK(count == 0 && !flag, "count %d, cancelled %d", count, flag);
  CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG, "not empty");

  MUST(MPI_Allreduce_init(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Cancel(&request));
  MUST(MPI_Start(&request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Start(&request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Request_free(&request));
  MUST_FAIL(MPI_ERR_REQUEST, MPI_Cancel(&request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  MUST(MPI_Request_free(&request));

  MUST_FAIL(MPI_ERR_ROOT, MPI_Ibcast(&in, 1, MPI_INT, world_size, MPI_COMM_WORLD, &none));
  MUST_FAIL(MPI_ERR_COUNT, MPI_Ibcast(&in, -1, MPI_INT, 0, MPI_COMM_WORLD, &none));
  MUST_FAIL(MPI_ERR_TYPE,
            MPI_Iallreduce(&in, &out, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD, &none));
  MUST_FAIL(MPI_ERR_OP, MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD, &none));
  MUST_FAIL(MPI_ERR_COMM, MPI_Ibarrier(MPI_COMM_NULL, &none));
  MUST_FAIL(MPI_ERR_BUFFER, MPI_Iallreduce(&in, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &none));
  MUST_FAIL(MPI_ERR_BUFFER,
            MPI_Ialltoall(mine, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, MPI_COMM_WORLD, &none));
  CHECK(none == MPI_REQUEST_NULL, "a refused call gave a request");
  MUST(MPI_Ibarrier(MPI_COMM_WORLD, &request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  return end_test();
}
