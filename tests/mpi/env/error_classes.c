/* SPDX-License-Identifier: BSD-3-Clause */
/* Classes and codes of the program: new numbers above the last one, with texts of their own. */
#include "check.h"

int main(int argc, char** argv) {
  int one, two, code, error_class, *last, flag, length;
  char text[MPI_MAX_ERROR_STRING] = "untouched";
  start_test(&argc, &argv);
  return_errors();
  MPI_Add_error_class(&one);
  CHECK(one > MPI_ERR_LASTCODE);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
  CHECK(flag && *last >= one);
  MPI_Add_error_class(&two);
  MPI_Add_error_code(one, &code);
  CHECK(two != one && code != one && code != two);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
  CHECK(flag && *last >= two);
  MPI_Error_class(code, &error_class);
  CHECK(error_class == one);
  MPI_Error_class(two, &error_class);
  CHECK(error_class == two);
  MPI_Error_string(code, text, &length);
  CHECK(length == 0 && text[0] == '\0');
  MPI_Add_error_string(one, "a class of ours");
  MPI_Add_error_string(code, "a code of ours");
  MPI_Error_string(one, text, &length);
  CHECK(strcmp(text, "a class of ours") == 0);
  MPI_Error_string(code, text, &length);
  CHECK(strcmp(text, "a code of ours") == 0 && length == 14);
  MPI_Add_error_string(code, "another text");
  MPI_Error_string(code, text, &length);
  CHECK(strcmp(text, "another text") == 0);
  MPI_Add_error_code(MPI_ERR_IO, &code);
  MPI_Error_class(code, &error_class);
  CHECK(error_class == MPI_ERR_IO);
  return end_test();
}
