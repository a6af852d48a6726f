/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Load that comes and goes: each rank computes for some tenths of a second, sleeps, computes more;
 * now and then all meet. So governors find hosts busy, idle and in between. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int wave = 0; wave < 12; wave++) {
    SMPI_SAMPLE_FLOPS(1.37e8 * (1 + (3 * rank + 5 * wave) % 7)) { /* a burst */
    }
    smpi_usleep(53000u * (unsigned)((rank + wave) % 5));
    SMPI_SAMPLE_FLOPS(0.61e8 * (1 + (rank + wave) % 3)) { /* another one */
    }
    if (wave % 4 == 3) {
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) printf("wave%d = %.9f\n", wave, MPI_Wtime());
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("end = %.9f\n", MPI_Wtime());
  MPI_Finalize();
  return 0;
}
