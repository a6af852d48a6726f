/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of a pair of other types: one element, but no pair. */
#include "check.h"

struct pair {
  double value;
  int index;
};

int main(int argc, char** argv) {
  struct pair in[4];
  const double out = 1.5;
  MPI_Request request;
  MPI_Status status;
  int count;
  start_test(&argc, &argv);
  in[0].index = -1;
  MPI_Isend(&out, 1, MPI_DOUBLE, (world_rank + 1) % world_size, 0, MPI_COMM_WORLD, &request);
  MPI_Recv(in, 4, MPI_DOUBLE_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(in[0].value == 1.5 && in[0].index == -1);
  MPI_Get_count(&status, MPI_DOUBLE_INT, &count);
  CHECK(count == MPI_UNDEFINED, "%d", count);
  MPI_Get_elements(&status, MPI_DOUBLE_INT, &count);
  CHECK(count == 1, "%d", count);
  return end_test();
}
