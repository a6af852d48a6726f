/* SPDX-License-Identifier: BSD-3-Clause */
/* The error handler of MPI_FILE_NULL (MPI 14.7): for errors that belong to no file, and what new
   files start with; errors of requests go to the file's handler. */
#include "file.h"

static int calls, last_class;
static MPI_File last_file;

static void note(MPI_File* file, int* code, ...) {
  calls++;
  last_file = *file;
  MPI_Error_class(*code, &last_class);
}

int main(int argc, char** argv) {
  MPI_File file, other;
  MPI_Errhandler handler, seen;
  MPI_Offset size;
  MPI_Request request;
  int value = 1;
  start_test(&argc, &argv);
  MUST(MPI_File_get_errhandler(MPI_FILE_NULL, &seen));
  CHECK(seen == MPI_ERRORS_RETURN);
  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_get_errhandler(file, &seen));
  CHECK(seen == MPI_ERRORS_RETURN);

  MUST(MPI_File_create_errhandler(note, &handler));
  MUST(MPI_File_set_errhandler(file, handler));
  MUST(MPI_File_get_errhandler(file, &seen));
  CHECK(seen == handler);
  MPI_Errhandler_free(&seen);
  MUST_FAIL(MPI_ERR_ARG, MPI_File_read_at(file, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(calls == 1 && last_class == MPI_ERR_ARG && last_file == file);
  MUST(MPI_File_call_errhandler(file, MPI_ERR_NO_SPACE));
  CHECK(calls == 2 && last_class == MPI_ERR_NO_SPACE);

  /* Only this file has the handler. */
  MUST_FAIL(MPI_ERR_NO_SUCH_FILE,
            MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY, MPI_INFO_NULL, &other));
  CHECK(calls == 2);
  MUST(MPI_File_set_errhandler(MPI_FILE_NULL, handler));
  MUST_FAIL(MPI_ERR_NO_SUCH_FILE,
            MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY, MPI_INFO_NULL, &other));
  CHECK(calls == 3 && last_class == MPI_ERR_NO_SUCH_FILE && last_file == MPI_FILE_NULL, "%d",
        calls);
  MUST(MPI_File_close(&file));

  file = open_new("more", MPI_MODE_RDWR);
  calls = 0;
  MUST_FAIL(MPI_ERR_ARG, MPI_File_read_at(file, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(calls == 1, "%d", calls);
  /* No file system has room there. */
  MUST(MPI_File_iwrite_at(file, (MPI_Offset)1 << 61, &value, 1, MPI_INT, &request));
  CHECK(calls == 1, "%d", calls);
  MUST_FAIL(MPI_ERR_NO_SPACE, MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK(calls == 2 && last_class == MPI_ERR_NO_SPACE && last_file == file);
  MUST(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
  MUST(MPI_File_set_errhandler(file, MPI_ERRORS_RETURN));
  MUST(MPI_File_get_size(file, &size));
  MPI_Errhandler_free(&handler);
  MUST(MPI_File_close(&file));
  return end_test();
}
