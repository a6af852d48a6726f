/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments that other implementations take: a negative colour (MPI 5.0, 7.4.2), and the
 * remote group of an intracommunicator (7.6.1). */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Comm comm;
  MPI_Group group;
  int value;
  start_test(&argc, &argv);
  return_errors();
  MUST_FAIL(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, -7, 0, &comm));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_WORLD, &value));
  MUST_FAIL(MPI_ERR_COMM, MPI_Comm_remote_group(MPI_COMM_WORLD, &group));
  return end_test();
}
