/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong info calls: keys that are missing, empty or too long, numbers out of range. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Info info;
  char long_key[MPI_MAX_INFO_KEY + 2], long_value[MPI_MAX_INFO_VAL + 2], key[MPI_MAX_INFO_KEY + 1];
  int flag;
  start_test(&argc, &argv);
  return_errors();
  memset(long_key, 'k', sizeof long_key);
  long_key[sizeof long_key - 1] = '\0';
  memset(long_value, 'v', sizeof long_value);
  long_value[sizeof long_value - 1] = '\0';
  MPI_Info_create(&info);
  MUST_FAIL(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "missing"));
  MUST_FAIL(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", "value"));
  MUST_FAIL(MPI_ERR_INFO_KEY, MPI_Info_set(info, long_key, "value"));
  MUST_FAIL(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "key", long_value));
  MUST_FAIL(MPI_ERR_ARG, MPI_Info_get_nthkey(info, 0, key));
  MUST(MPI_Info_set(info, "key", "value"));
  MUST_FAIL(MPI_ERR_ARG, MPI_Info_get_nthkey(info, 1, key));
  MUST(MPI_Info_get(info, "key", 5, key, &flag));
  MUST(MPI_Info_free(&info));
  return end_test();
}
