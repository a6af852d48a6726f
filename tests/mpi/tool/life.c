/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_T has a life of its own: before, during and after that of MPI, several times. */
#include "check.h"

int main(int argc, char** argv) {
  int count, level = -1;
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  CHECK(level >= MPI_THREAD_SINGLE);
  MUST(MPI_T_cvar_get_num(&count));
  CHECK(count > 0);
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_T_finalize());
  MUST(MPI_T_cvar_get_num(&count));
  start_test(&argc, &argv);
  MUST(MPI_T_cvar_get_num(&count));
  MPI_Finalize();
  MUST(MPI_T_cvar_get_num(&count));
  MUST(MPI_T_finalize());
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  if (world_rank == 0) printf("OK\n");
  return 0;
}
