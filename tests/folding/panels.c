/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What HPL does for each panel once it was changed by hand for folded memory: a block of shared
 * columns with private pivots behind them, and a wholly shared block; some of both is written, and
 * both are freed. Panels shrink every few steps. Prints mappings of the process and page faults
 * from the third panel on. usage: panels PANELS */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { nb = 64, panels_of_a_size = 4 };

static long mapping_count(void) {
  FILE* file = fopen("/proc/self/maps", "r");
  long count = 0;
  for (int c = getc(file); c != EOF; c = getc(file)) count += c == '\n';
  fclose(file);
  return count;
}

static long fault_count(void) {
  struct rusage usage;
  syscall(SYS_getrusage, RUSAGE_SELF,
          &usage); /* of the simulator: ranks have a getrusage of their own */
  return usage.ru_minflt;
}

static int run_panel(int panel, int panels, int rank) {
  const size_t rows = (size_t)((panels - panel) / panels_of_a_size + 4) * nb;
  const size_t columns = rows * nb * sizeof(double);
  size_t parts[] = {0, columns};
  char* work = SMPI_PARTIAL_SHARED_MALLOC(columns + nb * sizeof(double), parts, 1);
  double* pivots = (double*)(work + columns);
  char* u = SMPI_SHARED_MALLOC(columns);
  int wrong = 0;
  for (int i = 0; i < nb; i++) pivots[i] = rank * 1000 + panel;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work[0] = u[0] = (char)(panel + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < nb; i++) wrong += pivots[i] != rank * 1000 + panel; /* private */
  wrong += work[0] != (char)(panel + 1) || u[0] != (char)(panel + 1);     /* shared */
  MPI_Barrier(MPI_COMM_WORLD);
  SMPI_SHARED_FREE(u);
  SMPI_SHARED_FREE(work);
  return wrong;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int panels = argc > 1 ? atoi(argv[1]) : 20;
  int rank, size, wrong = 0, all = 0;
  long mappings = 0, faults = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int panel = 0; panel < panels; panel++) {
    if (panel == 2 && rank == 0) mappings = mapping_count(), faults = fault_count();
    wrong += run_panel(panel, panels, rank);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("wrong=%d mappings=%ld more=%ld faults_of_a_panel=%.2f\n", all, mappings,
           mapping_count() - mappings, (double)(fault_count() - faults) / (panels - 2) / size);
  }
  MPI_Finalize();
  return 0;
}
