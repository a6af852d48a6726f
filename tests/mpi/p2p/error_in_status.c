/* SPDX-License-Identifier: BSD-3-Clause */
/* When one of several requests fails, MPI_Waitall and the like return MPI_ERR_IN_STATUS and say in
   the statuses which one. */
#include "check.h"

enum { count = 3 };

static int error_class(int code) {
  int result;
  MPI_Error_class(code, &result);
  return result;
}

int main(int argc, char** argv) {
  int way, i, flag = 0, some, indices[count], in[count][4], out[4] = {1, 2, 3, 4}, failed, done;
  int next, before, code;
  MPI_Request receives[count], sends[count];
  MPI_Status statuses[count];
  start_test(&argc, &argv);
  return_errors();
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (way = 0; way < 3; way++) {
    /* The second receive is too small. */
    for (i = 0; i < count; i++) {
      MPI_Irecv(in[i], i == 1 ? 2 : 4, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
    }
    for (i = 0; i < count; i++) {
      MPI_Isend(out, 4, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
    }
    MUST(MPI_Waitall(count, sends, MPI_STATUSES_IGNORE));
    if (way == 0) {
      MUST_FAIL(MPI_ERR_IN_STATUS, MPI_Waitall(count, receives, statuses));
    } else if (way == 1) {
      do code = MPI_Testall(count, receives, &flag, statuses);
      while (code == MPI_SUCCESS && !flag);
      CHECK(error_class(code) == MPI_ERR_IN_STATUS);
    }
    if (way < 2) {
      CHECK(error_class(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
      CHECK(statuses[0].MPI_ERROR == MPI_SUCCESS || statuses[0].MPI_ERROR == MPI_ERR_PENDING);
      CHECK(statuses[2].MPI_ERROR == MPI_SUCCESS || statuses[2].MPI_ERROR == MPI_ERR_PENDING);
      for (i = 0; i < count; i++) {
        if (receives[i] != MPI_REQUEST_NULL) MPI_Wait(&receives[i], MPI_STATUS_IGNORE);
      }
      continue;
    }
    failed = 0;
    for (done = 0; done < count; done += some) {
      code = MPI_Waitsome(count, receives, &some, indices, statuses);
      CHECK(code == MPI_SUCCESS || error_class(code) == MPI_ERR_IN_STATUS);
      for (i = 0; code != MPI_SUCCESS && i < some; i++) {
        if (statuses[i].MPI_ERROR == MPI_SUCCESS) continue;
        CHECK(indices[i] == 1 && error_class(statuses[i].MPI_ERROR) == MPI_ERR_TRUNCATE);
        failed++;
      }
    }
    CHECK(failed == 1);
  }
  return end_test();
}
