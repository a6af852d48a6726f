/* SPDX-License-Identifier: BSD-3-Clause */
/* Values are cut to the given length; the null object is MPI_ERR_INFO, as is a freed one. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Info info, none = MPI_INFO_NULL, freed;
  char value[8] = "";
  int flag;
  start_test(&argc, &argv);
  return_errors();
  MPI_Info_create(&info);
  MPI_Info_set(info, "two", "bc");
  MPI_Info_get(info, "two", 1, value, &flag);
  CHECK(flag && strcmp(value, "b") == 0);
  MUST_FAIL(MPI_ERR_INFO, MPI_Info_set(none, "key", "value"));
  MUST_FAIL(MPI_ERR_INFO, MPI_Info_free(&none));
  freed = info;
  MPI_Info_free(&info);
  MUST_FAIL(MPI_ERR_INFO, MPI_Info_set(freed, "key", "value"));
  MUST_FAIL(MPI_ERR_INFO, MPI_Info_set(MPI_INFO_ENV, "key", "value"));
  return end_test();
}
