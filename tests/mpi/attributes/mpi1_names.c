/* SPDX-License-Identifier: BSD-3-Clause */
/* The MPI-1 names of attribute calls, and MPI_Comm_get_attr on what they set. */
#include "check.h"

static int deleted;

static int on_delete(MPI_Comm comm, int key, void* value, void* state) {
  (void)comm;
  (void)key;
  (void)value;
  (void)state;
  deleted++;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int key, flag, number = 42, *got;
  MPI_Comm twin;
  start_test(&argc, &argv);
  MPI_Keyval_create(MPI_DUP_FN, on_delete, &key, NULL);
  MPI_Attr_put(MPI_COMM_WORLD, key, &number);
  MPI_Attr_get(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(flag && *got == 42);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_get_attr(twin, key, &got, &flag);
  CHECK(flag && got == &number);
  MPI_Comm_free(&twin);
  CHECK(deleted == 1);
  MPI_Attr_delete(MPI_COMM_WORLD, key);
  CHECK(deleted == 2);
  MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &got, &flag);
  CHECK(flag && *got >= 32767);
  MPI_Keyval_free(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  return end_test();
}
