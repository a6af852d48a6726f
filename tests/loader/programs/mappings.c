/* SPDX-License-Identifier: BSD-3-Clause
 * How many mappings hold clones: of their image, and of this program's own code. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int initialised = 7;

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  initialised += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int image = 0, program = 0;
    char line[4096];
    FILE* maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL) {
      if (strstr(line, "/memfd:ranks") != NULL) image++;
      if (strstr(line, "/program") != NULL && strstr(line, " r-xp ") != NULL) program++;
    }
    fclose(maps);
    printf("image %d program %d\n", image, program);
  }
  MPI_Finalize();
  return initialised == 7 + rank ? 0 : 1;
}
