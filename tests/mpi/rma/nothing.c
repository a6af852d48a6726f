/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations on no elements: their buffers may be NULL, and any operation accepts any type; types
 * may be empty. */
#include "window.h"

int main(int argc, char** argv) {
  int memory = 5;
  MPI_Win win;
  MPI_Datatype empty;
  start_test(&argc, &argv);
  MUST(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  MUST(MPI_Win_fence(0, win));
  MUST(MPI_Put(NULL, 0, MPI_INT, 0, 0, 0, MPI_INT, win));
  MUST(MPI_Get(NULL, 0, MPI_INT, 0, 0, 0, MPI_INT, win));
  MUST(MPI_Accumulate(NULL, 0, MPI_BYTE, 0, 0, 0, MPI_BYTE, MPI_SUM, win));
  MUST(MPI_Get_accumulate(NULL, 0, MPI_BYTE, NULL, 0, MPI_BYTE, 0, 0, 0, MPI_BYTE, MPI_SUM, win));
  MUST(MPI_Type_contiguous(0, MPI_INT, &empty));
  MUST(MPI_Type_commit(&empty));
  MUST(MPI_Accumulate(NULL, 1, empty, 0, 0, 2, empty, MPI_SUM, win));
  MUST(MPI_Accumulate(NULL, 0, MPI_INT, 0, 0, 1, empty, MPI_SUM, win));
  MUST(MPI_Accumulate(NULL, 0, MPI_INT, 0, 0, 0, MPI_DOUBLE, MPI_SUM, win));
  MUST(MPI_Get_accumulate(NULL, 2, empty, NULL, 1, empty, 0, 0, 0, MPI_DOUBLE, MPI_SUM, win));
  MUST(MPI_Type_free(&empty));
  MUST(MPI_Win_fence(0, win));
  CHECK(memory == 5, "%d", memory);
  MUST(MPI_Win_free(&win));
  return end_test();
}
