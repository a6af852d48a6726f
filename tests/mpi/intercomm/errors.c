/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong arguments: leaders that do not exist, calls for intracommunicators only. */

#include "halves.h"

int main(int argc, char** argv) {
  MPI_Comm inter, made;
  start_test(&argc, &argv);
  return_errors();
  inter = make_halves();
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  MUST_FAIL(MPI_ERR_RANK,
            MPI_Intercomm_create(MPI_COMM_WORLD, world_size, MPI_COMM_WORLD, 0, 1, &made));
  MUST_FAIL(MPI_ERR_TAG, MPI_Intercomm_create(MPI_COMM_WORLD, 0, MPI_COMM_WORLD, 0, -1, &made));
  MUST_FAIL(MPI_ERR_COMM, MPI_Intercomm_create(MPI_COMM_NULL, 0, MPI_COMM_WORLD, 0, 1, &made));
  MUST_FAIL(MPI_ERR_COMM, MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &made));
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own_half);
  return end_test();
}
