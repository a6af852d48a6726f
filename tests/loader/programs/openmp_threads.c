/* SPDX-License-Identifier: BSD-3-Clause
 * An OpenMP program whose second thread sends what the first one receives, or injects work. LATE:
 * only after its rank waits, and nothing else happens in the simulation. OUTSIDE: the rank waits
 * after its region. */
#include <mpi.h>
#include <omp.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <unistd.h>

static void be_late(void) {
#ifdef LATE
  volatile double x = 0;
  for (int i = 0; i < 20000000; i++) x += i;
  usleep(20000);
#endif
}

int main(int argc, char** argv) {
  int provided, rank, size, got = 0, sent = 3;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  printf("level %s\n", provided == MPI_THREAD_MULTIPLE   ? "multiple"
                       : provided == MPI_THREAD_FUNNELED ? "funneled"
                                                         : "other");
  fflush(stdout);
  if (omp_get_max_threads() == 0) return 1; /* or the linker leaves libgomp out */
#ifdef OUTSIDE
#pragma omp parallel num_threads(2)
  got += omp_get_level();
  MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#elif !defined(LEVEL_ONLY)
#pragma omp parallel num_threads(2)
  {
    const int peer = size - 1 - rank;
    if (omp_get_thread_num() == 0) {
      MPI_Recv(&got, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      be_late();
#ifdef INJECTS
      smpi_execute_flops(1e6);
#else
      MPI_Send(&sent, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
#endif
    }
  }
#endif
  (void)sent;
  MPI_Finalize();
  return 0;
}
