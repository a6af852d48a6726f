/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replayer TRACE [late]: a program that replays a trace itself; "late" after it called MPI. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char* argv[]) {
  if (argc > 2) MPI_Init(&argc, &argv);
  const int rank = smpi_process_index();
  if (rank == 0) printf("replays itself\n");
  smpi_replay_run("smpirun", rank, 0, argv[1]);
  return 0;
}
