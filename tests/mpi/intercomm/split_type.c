/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Comm_split_type of an intercommunicator splits both groups: on one host nothing is cut off.
 */
#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, part;
  int size, remote, flag;
  start_test(&argc, &argv);
  inter = make_halves();
  MUST(MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
  CHECK(part != MPI_COMM_NULL);
  MPI_Comm_test_inter(part, &flag);
  CHECK(flag);
  MPI_Comm_size(part, &size);
  MPI_Comm_remote_size(part, &remote);
  CHECK(size == (is_high ? world_size - half_size : half_size), "%d", size);
  CHECK(remote == world_size - size, "%d", remote);
  MPI_Comm_free(&part);
  MUST(MPI_Comm_split_type(inter, MPI_UNDEFINED, 0, MPI_INFO_NULL, &part));
  CHECK(part == MPI_COMM_NULL);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
