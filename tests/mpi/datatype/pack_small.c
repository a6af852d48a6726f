/* SPDX-License-Identifier: BSD-3-Clause */
/* A packed buffer that is too small: an error, and the position stays. (MPICH does not say which
   class; MPI_ERR_TRUNCATE is Open MPI's and ours.) */
#include "check.h"

int main(int argc, char** argv) {
  double column[4] = {1, 2, 3, 4};
  char buffer[64];
  int position = 0;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_TRUNCATE,
            MPI_Pack(column, 4, MPI_DOUBLE, buffer, 31, &position, MPI_COMM_WORLD));
  CHECK(position == 0);
  position = 8;
  MUST_FAIL(MPI_ERR_TRUNCATE,
            MPI_Unpack(buffer, 32, &position, column, 4, MPI_DOUBLE, MPI_COMM_WORLD));
  CHECK(position == 8);
  MUST(MPI_Pack(column, 4, MPI_DOUBLE, buffer, 40, &position, MPI_COMM_WORLD));
  CHECK(position == 40);
  return end_test();
}
