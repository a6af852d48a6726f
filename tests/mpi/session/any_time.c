/* SPDX-License-Identifier: BSD-3-Clause */
/* What may be called before MPI is initialised and after it is finalised. */
#include "check.h"

static void use_what_is_always_there(void) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING], value[16];
  int major, minor, length, flag = 0, error_class;
  MPI_Info info, copy;
  MUST(MPI_Get_version(&major, &minor));
  CHECK(major >= 4);
  MUST(MPI_Get_library_version(text, &length));
  CHECK(length == (int)strlen(text) && length > 0);
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "key", "value"));
  MUST(MPI_Info_dup(info, &copy));
  MUST(MPI_Info_get(copy, "key", 15, value, &flag));
  CHECK(flag && strcmp(value, "value") == 0);
  MUST(MPI_Info_free(&copy));
  MUST(MPI_Info_free(&info));
  MUST(MPI_Error_class(MPI_ERR_RANK, &error_class));
  CHECK(error_class == MPI_ERR_RANK);
  MUST(MPI_Error_string(MPI_ERR_RANK, text, &length));
}

int main(int argc, char** argv) {
  int flag;
  MPI_Initialized(&flag);
  CHECK(!flag);
  use_what_is_always_there();
  start_test(&argc, &argv);
  use_what_is_always_there();
  MPI_Finalize();
  use_what_is_always_there();
  MPI_Finalized(&flag);
  CHECK(flag);
  if (world_rank == 0) printf("OK\n");
  return 0;
}
