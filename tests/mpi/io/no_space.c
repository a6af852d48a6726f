/* SPDX-License-Identifier: BSD-3-Clause */
/* A full device: all ways to write say so, collective ones on all ranks. */
#include "file.h"

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Info info;
  MPI_Request request;
  MPI_Datatype filetype;
  int values[4] = {0};
  start_test(&argc, &argv);
  MUST(MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
  MUST_FAIL(MPI_ERR_NO_SPACE, MPI_File_write_at(file, 0, values, 4, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_iwrite_at(file, 0, values, 4, MPI_INT, &request));
  MUST_FAIL(MPI_ERR_NO_SPACE, MPI_Wait(&request, MPI_STATUS_IGNORE));
  /* One rank writes for all. */
  MPI_Info_create(&info);
  MPI_Info_set(info, "collective_buffering", "true");
  MPI_Info_set(info, "cb_nodes", "1");
  MPI_Type_create_resized(MPI_INT, 0, 4 * world_size, &filetype);
  MPI_Type_commit(&filetype);
  MUST(MPI_File_set_view(file, 4 * world_rank, MPI_INT, filetype, "native", info));
  MPI_Type_free(&filetype);
  MPI_Info_free(&info);
  MUST_FAIL(MPI_ERR_NO_SPACE, MPI_File_write_all(file, values, 4, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_write_all_begin(file, values, 4, MPI_INT));
  MUST_FAIL(MPI_ERR_NO_SPACE, MPI_File_write_all_end(file, values, MPI_STATUS_IGNORE));
  MUST(MPI_File_close(&file));
  return end_test();
}
