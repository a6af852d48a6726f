/* SPDX-License-Identifier: BSD-3-Clause */
/* Displacements of the types of a view neither fall nor are negative; they may overlap only where
   nothing can be written (MPI 5.0, 14.3). */
#include "file.h"

/* Blocks of `lengths` ints at `places`. */
static MPI_Datatype blocks(int first_length, int first_place, int second_length, int second_place) {
  int lengths[] = {first_length, second_length}, places[] = {first_place, second_place};
  MPI_Datatype type;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

int main(int argc, char** argv) {
  MPI_Datatype types[3];
  MPI_File file;
  start_test(&argc, &argv);
  types[0] = blocks(1, -2, 1, 2); /* negative */
  types[1] = blocks(1, 3, 1, 0);  /* falling */
  types[2] = blocks(3, 0, 1, 1);  /* overlapping */
  file = open_new("data", MPI_MODE_RDWR);
  for (int i = 0; i < 3; i++) {
    MUST_FAIL(MPI_ERR_IO, MPI_File_set_view(file, 0, MPI_INT, types[i], "native", MPI_INFO_NULL));
    MUST_FAIL(MPI_ERR_IO, MPI_File_set_view(file, 0, types[i], types[i], "native", MPI_INFO_NULL));
  }
  MUST(MPI_File_close(&file));
  MUST(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  MUST(MPI_File_set_view(file, 0, MPI_INT, types[2], "native", MPI_INFO_NULL));
  MUST(MPI_File_close(&file));
  for (int i = 0; i < 3; i++) MPI_Type_free(&types[i]);
  return end_test();
}
