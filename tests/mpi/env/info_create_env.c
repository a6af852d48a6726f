/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Info_create_env makes what MPI_INFO_ENV is, before MPI_Init too; the object is the
   program's own. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Info early, late;
  char value[MPI_MAX_INFO_VAL + 1];
  int flag;
  MUST(MPI_Info_create_env(argc, argv, &early));
  CHECK(early != MPI_INFO_NULL);
  start_test(&argc, &argv);
  MUST(MPI_Info_create_env(argc, argv, &late));
  CHECK(late != early && late != MPI_INFO_ENV);
  MUST(MPI_Info_set(late, "a key of mine", "7"));
  MPI_Info_get(late, "a key of mine", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(flag && strcmp(value, "7") == 0);
  MPI_Info_get(early, "a key of mine", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(!flag);
  MPI_Info_get(MPI_INFO_ENV, "a key of mine", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(!flag);
  MUST(MPI_Info_free(&late));
  MUST(MPI_Info_free(&early));
  CHECK(early == MPI_INFO_NULL);
  return end_test();
}
