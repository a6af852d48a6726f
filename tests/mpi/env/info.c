/* SPDX-License-Identifier: BSD-3-Clause */
/* Info objects: set, get, order, overwrite, delete, duplicate, free. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Info info, twin;
  char value[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1];
  int flag, count, length, i;
  const char* keys[3] = {"one", "two", "three"};
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  for (i = 0; i < 3; i++) MPI_Info_set(info, keys[i], i == 0 ? "a" : "bc");
  MPI_Info_get_nkeys(info, &count);
  CHECK(count == 3);
  for (i = 0; i < 3; i++) {
    MPI_Info_get_nthkey(info, i, key);
    CHECK(strcmp(key, keys[i]) == 0);
  }
  MPI_Info_get(info, "two", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(flag && strcmp(value, "bc") == 0);
  MPI_Info_get_valuelen(info, "two", &length, &flag);
  CHECK(flag && length == 2);
  MPI_Info_get(info, "four", 10, value, &flag);
  CHECK(!flag);
  MPI_Info_dup(info, &twin);
  MPI_Info_set(info, "two", "a longer value");
  MPI_Info_get(info, "two", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(flag && strcmp(value, "a longer value") == 0);
  MPI_Info_delete(info, "one");
  MPI_Info_get_nkeys(info, &count);
  CHECK(count == 2);
  MPI_Info_get_nthkey(info, 0, key);
  CHECK(strcmp(key, "two") == 0);
  MPI_Info_get_nkeys(twin, &count);
  CHECK(count == 3);
  MPI_Info_get(twin, "two", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(flag && strcmp(value, "bc") == 0);
  MPI_Info_free(&info);
  MPI_Info_free(&twin);
  CHECK(info == MPI_INFO_NULL);
  return end_test();
}
