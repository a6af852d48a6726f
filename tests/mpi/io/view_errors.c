/* SPDX-License-Identifier: BSD-3-Clause */
/* What MPI_File_set_view refuses, and that a file goes on as it was. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Datatype uncommitted, wide;
  MPI_Offset size;
  int value = 7, code;
  start_test(&argc, &argv);
  file = open_new("data", MPI_MODE_RDWR);
  MUST_FAIL(MPI_ERR_UNSUPPORTED_DATAREP,
            MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "martian", MPI_INFO_NULL));
  code = MPI_File_set_view(file, -5, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  CHECK(code != MPI_SUCCESS);
  MPI_Type_contiguous(3, MPI_INT, &uncommitted);
  code = MPI_File_set_view(file, 0, MPI_INT, uncommitted, "native", MPI_INFO_NULL);
  CHECK(code != MPI_SUCCESS);
  MPI_Type_free(&uncommitted);
  code = MPI_File_set_view(file, 0, MPI_DATATYPE_NULL, MPI_INT, "native", MPI_INFO_NULL);
  CHECK(code != MPI_SUCCESS);
  /* A filetype that is not made of whole etypes. */
  code = MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_FLOAT, "native", MPI_INFO_NULL);
  CHECK(code != MPI_SUCCESS);

  /* The view is still that of bytes. */
  if (world_rank == 0) MUST(MPI_File_write_at(file, 1, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  settle(file);
  MUST(MPI_File_get_size(file, &size));
  CHECK(size == 5, "%lld", (long long)size);

  /* Only whole etypes can be accessed. */
  MPI_Type_contiguous(2, MPI_INT, &wide);
  MPI_Type_commit(&wide);
  MUST(MPI_File_set_view(file, 0, wide, wide, "native", MPI_INFO_NULL));
  MUST_FAIL(MPI_ERR_IO, MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  MPI_Type_free(&wide);
  MUST(MPI_File_close(&file));
  return end_test();
}
