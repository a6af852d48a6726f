/* SPDX-License-Identifier: BSD-3-Clause */
/* A key that is freed while attributes use it goes on working for these, by the value it had, until
   the last of them is deleted (MPI 5.0, 7.7.2). */
#include "check.h"

static int copies, deletions;

static int copy(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key, (void)extra;
  copies++;
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int count(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  deletions++;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int key, other, value = 7, flag, *found;
  MPI_Comm comm, duplicate;
  start_test(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_keyval(copy, count, &key, NULL);
  const int saved = key;
  MPI_Comm_set_attr(comm, key, &value);
  MPI_Comm_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &other, NULL);
  CHECK(other != saved);
  MPI_Comm_dup(comm, &duplicate);
  CHECK(copies == 1);
  MPI_Comm_get_attr(duplicate, saved, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Comm_delete_attr(duplicate, saved);
  CHECK(deletions == 1);
  MPI_Comm_free(&duplicate);
  CHECK(deletions == 1);
  key = saved;
  MPI_Comm_free_keyval(&key); /* again: it is freed already, and still in use */
  MPI_Comm_free(&comm);
  CHECK(deletions == 2);
  MPI_Comm_free_keyval(&other);
  return end_test();
}
