/* SPDX-License-Identifier: BSD-3-Clause
 * Windows on memory that is shorter than they are; what others put there would break the heap.
 * usage: short_window create|middle|attach [right] */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { bytes = 1000 };

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  const int excess = argc > 2 ? 0 : 24;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Init(&argc, &argv);
  char* memory = calloc(bytes, 1);
  if (strcmp(kind, "create") == 0) {
    MPI_Win_create(memory, bytes + excess, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  } else if (strcmp(kind, "middle") == 0) {
    MPI_Win_create(memory + 600, 400 + excess, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  } else {
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_attach(window, memory, bytes + excess);
    MPI_Win_detach(window, memory);
  }
  MPI_Win_free(&window);
  free(memory);
  MPI_Finalize();
  return 0;
}
