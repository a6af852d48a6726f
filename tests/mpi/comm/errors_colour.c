/* SPDX-License-Identifier: BSD-3-Clause
 * MPI 5.0, 7.4.2: the colour of MPI_Comm_split is MPI_UNDEFINED or not negative. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm comm;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, -7, 0, &comm));
  return end_test();
}
