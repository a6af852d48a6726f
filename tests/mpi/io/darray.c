/* SPDX-License-Identifier: BSD-3-Clause */
/* A distributed array in one file (block-cyclic over a grid of ranks), written by all at once. */
#include "file.h"

enum { rows = 10, columns = 12 };

int main(int argc, char** argv) {
  int grid[2] = {0, 0}, *local, i, size, value;
  MPI_Datatype filetype;
  MPI_File file;
  start_test(&argc, &argv);
  MPI_Dims_create(world_size, 2, grid);
  MPI_Type_create_darray(world_size, world_rank, 2, (int[]){rows, columns},
                         (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
                         (int[]){2, MPI_DISTRIBUTE_DFLT_DARG}, grid, MPI_ORDER_C, MPI_INT,
                         &filetype);
  MPI_Type_commit(&filetype);
  MPI_Type_size(filetype, &size);
  size /= (int)sizeof(int);
  local = malloc(sizeof(int) * (size_t)(size + 1));
  file = open_new("array", MPI_MODE_RDWR);

  /* Rank 0 writes all of it; each rank reads its part, and writes it back negated. */
  if (world_rank == 0) {
    for (i = 0; i < rows * columns; i++) {
      MUST(MPI_File_write(file, &i, 1, MPI_INT, MPI_STATUS_IGNORE));
    }
  }
  settle(file);
  MUST(MPI_File_set_view(file, 0, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MUST(MPI_File_read_all(file, local, size, MPI_INT, MPI_STATUS_IGNORE));
  for (i = 0; i < size; i++) local[i] = -local[i];
  MUST(MPI_File_write_at_all(file, 0, local, size, MPI_INT, MPI_STATUS_IGNORE));
  settle(file);
  for (i = 0; i < rows * columns; i++) {
    look_at("array", 4L * i, &value, 4);
    CHECK(value == -i, "element %d is %d", i, value);
  }
  MUST(MPI_File_close(&file));
  MPI_Type_free(&filetype);
  free(local);
  return end_test();
}
