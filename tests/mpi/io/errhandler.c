/* SPDX-License-Identifier: BSD-3-Clause */
/* Error handlers of files (MPI 9.3.3): errors are returned by default; a handler of one file. */
#include "file.h"

static int calls, last_class;
static MPI_File last_file;

static void note(MPI_File* file, int* code, ...) {
  calls++;
  last_file = *file;
  MPI_Error_class(*code, &last_class);
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Errhandler handler, seen;
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

  MUST(MPI_File_set_errhandler(file, MPI_ERRORS_RETURN));
  MPI_Errhandler_free(&handler);
  MUST_FAIL(MPI_ERR_ARG, MPI_File_read_at(file, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
  CHECK(calls == 2);
  MUST(MPI_File_close(&file));
  return end_test();
}
