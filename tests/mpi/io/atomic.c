/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic mode (MPI 14.6.1): of conflicting accesses one comes after the other as a whole, also when
   they are collective and go through a filetype with holes. */
#include "file.h"

enum { n = 64 };

/* All elements are of one rank; returns it. */
static int only_writer(const int* values) {
  int i;
  for (i = 1; i < n; i++) {
    CHECK(values[i] == values[0], "a mixture: element %d is %d, not %d", i, values[i], values[0]);
  }
  CHECK(values[0] >= 0 && values[0] < world_size, "%d", values[0]);
  return values[0];
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Datatype holes;
  int out[n], in[n], i, times;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_atomicity(file, 1));
  MPI_Type_create_resized(MPI_INT, 0, 12, &holes);
  MPI_Type_commit(&holes);
  MUST(MPI_File_set_view(file, 4, MPI_INT, holes, "native", MPI_INFO_NULL));
  MPI_Type_free(&holes);
  for (i = 0; i < n; i++) out[i] = world_rank;

  MUST(MPI_File_write_at_all(file, 0, out, n, MPI_INT, MPI_STATUS_IGNORE));
  for (times = 0; times < 3; times++) {
    MUST(MPI_File_read_at(file, 0, in, n, MPI_INT, MPI_STATUS_IGNORE));
    only_writer(in);
    MUST(MPI_File_write_at(file, 0, out, n, MPI_INT, MPI_STATUS_IGNORE));
    MUST(MPI_File_read_at_all(file, 0, in, n, MPI_INT, MPI_STATUS_IGNORE));
    only_writer(in);
  }
  MUST(MPI_File_close(&file));
  return end_test();
}
