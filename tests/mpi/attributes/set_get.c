/* SPDX-License-Identifier: BSD-3-Clause */
/* Set, get and delete attributes; the delete callback sees the old value each time. */
#include "check.h"

static int deleted_count, last_deleted, extra = 99;

static int on_delete(MPI_Comm comm, int key, void* value, void* state) {
  (void)key;
  CHECK(comm == MPI_COMM_WORLD && state == &extra);
  deleted_count++;
  last_deleted = *(int*)value;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int key, other_key, flag, values[2] = {11, 22}, *got, saved;
  start_test(&argc, &argv);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, &extra);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &other_key, NULL);
  CHECK(key != other_key && key != MPI_KEYVAL_INVALID);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(!flag);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &values[0]);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(flag && got == &values[0]);
  MPI_Comm_get_attr(MPI_COMM_WORLD, other_key, &got, &flag);
  CHECK(!flag);
  MPI_Comm_get_attr(MPI_COMM_SELF, key, &got, &flag);
  CHECK(!flag);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &values[1]);
  CHECK(deleted_count == 1 && last_deleted == 11);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  CHECK(deleted_count == 2 && last_deleted == 22);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &flag);
  CHECK(!flag);
  saved = key;
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &values[0]);
  MPI_Comm_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  /* The attribute lives on under the freed key; the callback still runs at the end. */
  CHECK(deleted_count == 2);
  MPI_Comm_free_keyval(&other_key);
  (void)saved;
  MPI_Finalize();
  CHECK(deleted_count == 3 && last_deleted == 11);
  if (world_rank == 0) printf("OK\n");
  return 0;
}
