/* SPDX-License-Identifier: BSD-3-Clause */
/* Added classes, codes and texts can be removed again, in the order code before class. */
#include "check.h"

int main(int argc, char** argv) {
  int added, code, value;
  start_test(&argc, &argv);
  return_errors();
  MPI_Add_error_class(&added);
  MPI_Add_error_code(added, &code);
  MPI_Add_error_string(code, "text");
  CHECK(MPI_Remove_error_class(added) != MPI_SUCCESS);
  CHECK(MPI_Remove_error_code(code) != MPI_SUCCESS);
  MUST(MPI_Remove_error_string(code));
  CHECK(MPI_Remove_error_string(code) != MPI_SUCCESS);
  MUST(MPI_Remove_error_code(code));
  CHECK(MPI_Error_class(code, &value) != MPI_SUCCESS);
  MUST(MPI_Remove_error_class(added));
  CHECK(MPI_Error_class(added, &value) != MPI_SUCCESS);
  CHECK(MPI_Remove_error_class(MPI_ERR_IO) != MPI_SUCCESS);
  CHECK(MPI_Add_error_string(MPI_ERR_IO, "not allowed") != MPI_SUCCESS);
  return end_test();
}
