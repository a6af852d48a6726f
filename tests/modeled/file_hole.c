/* SPDX-License-Identifier: BSD-3-Clause */
/* Folded memory has no content: written to a file it is a hole of its size, and costs no pages. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <sys/stat.h>

#include "check.h"

int main(int argc, char** argv) {
  const MPI_Offset size = (MPI_Offset)1 << 30;
  struct stat status;
  MPI_File file;
  MPI_Status result;
  int value = 7, rank, count;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char* folded = SMPI_SHARED_MALLOC((size_t)size);
  MPI_File_open(MPI_COMM_WORLD, "holes", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  CHECK(MPI_File_write_at(file, size * rank, folded, (int)size, MPI_BYTE, &result) == MPI_SUCCESS);
  MPI_Get_count(&result, MPI_BYTE, &count);
  CHECK(count == size);
  MPI_File_write_at(file, size * rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(stat("holes", &status) == 0 && status.st_size == 2 * size);
  CHECK(status.st_blocks < 1000);
  MPI_File_close(&file);
  SMPI_SHARED_FREE(folded);
  MPI_Finalize();
  return 0;
}
