/* SPDX-License-Identifier: BSD-3-Clause */
/* A callback that fails makes the call fail: no duplicate, no deletion. */
#include "check.h"

static int fail_copy = 1, fail_delete = 1;

static int copy(MPI_Comm comm, int key, void* state, void* in, void* out, int* flag) {
  (void)comm;
  (void)key;
  (void)state;
  *(void**)out = in;
  *flag = 1;
  return fail_copy ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int erase(MPI_Comm comm, int key, void* value, void* state) {
  (void)comm;
  (void)key;
  (void)value;
  (void)state;
  return fail_delete ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Comm first, twin = MPI_COMM_NULL;
  int key, flag;
  void* got;
  start_test(&argc, &argv);
  return_errors();
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_create_keyval(copy, erase, &key, NULL);
  MPI_Comm_set_attr(first, key, &key);
  CHECK(MPI_Comm_dup(first, &twin) != MPI_SUCCESS);
  CHECK(MPI_Comm_delete_attr(first, key) != MPI_SUCCESS);
  MPI_Comm_get_attr(first, key, &got, &flag);
  CHECK(flag && got == &key);
  CHECK(MPI_Comm_set_attr(first, key, NULL) != MPI_SUCCESS);
  fail_copy = fail_delete = 0;
  CHECK(MPI_Comm_dup(first, &twin) == MPI_SUCCESS);
  MPI_Comm_get_attr(twin, key, &got, &flag);
  CHECK(flag && got == &key);
  CHECK(MPI_Comm_free(&twin) == MPI_SUCCESS);
  CHECK(MPI_Comm_free(&first) == MPI_SUCCESS);
  MPI_Comm_free_keyval(&key);
  return end_test();
}
