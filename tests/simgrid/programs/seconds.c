/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seconds [barrier]: rank r computes for r + 1 s of its host at full speed; then a barrier, maybe.
 */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  smpi_execute_benched(rank + 1);
  const double time_s = MPI_Wtime();
  if (rank == 0) printf("time = %.9f\n", time_s);
  if (argc > 1) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
