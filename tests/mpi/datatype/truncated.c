/* SPDX-License-Identifier: BSD-3-Clause */
/* A message that is longer than the receive: an error, and nothing written behind the type. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype odd;
  int source[8], target[16], i;
  start_test(&argc, &argv);
  return_errors();
  MPI_Type_vector(4, 1, 2, MPI_INT, &odd);
  MPI_Type_commit(&odd);
  for (i = 0; i < 8; i++) source[i] = i;
  for (i = 0; i < 16; i++) target[i] = -1;
  MUST_FAIL(MPI_ERR_TRUNCATE, MPI_Sendrecv(source, 8, MPI_INT, world_rank, 0, target, 1, odd,
                                           world_rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  for (i = 0; i < 16; i++) {
    if (i > 6 || i % 2 == 1) CHECK(target[i] == -1, "%d is %d", i, target[i]);
  }
  MPI_Type_free(&odd);
  return end_test();
}
