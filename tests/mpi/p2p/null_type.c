/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_DATATYPE_NULL describes an empty message, as programs expect that MPICH and Open MPI run;
   with data it is an error of the type. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Request requests[2];
  MPI_Status status;
  int next, before, value = 1, count = -1;
  start_test(&argc, &argv);
  return_errors();
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MUST(MPI_Irecv(NULL, 0, MPI_DATATYPE_NULL, before, 0, MPI_COMM_WORLD, &requests[0]));
  MUST(MPI_Isend(NULL, 0, MPI_DATATYPE_NULL, next, 0, MPI_COMM_WORLD, &requests[1]));
  MUST(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  MUST(MPI_Sendrecv(NULL, 0, MPI_DATATYPE_NULL, next, 1, NULL, 0, MPI_DATATYPE_NULL, before, 1,
                    MPI_COMM_WORLD, &status));
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 0 && status.MPI_SOURCE == before && status.MPI_TAG == 1);
  MUST(MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 2, NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL,
                    2, MPI_COMM_WORLD, &status));
  MUST_FAIL(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, next, 3, MPI_COMM_WORLD));
  MUST_FAIL(MPI_ERR_TYPE,
            MPI_Recv(&value, 1, MPI_DATATYPE_NULL, before, 3, MPI_COMM_WORLD, &status));
  return end_test();
}
