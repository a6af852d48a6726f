/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of datatypes (MPI 5.0, 7.7.4): copied by MPI_Type_dup, deleted with the type, separate
   for each rank on predefined types. */
#include "check.h"

static int copies, deletions;

static int copy(MPI_Datatype type, int key, void* state, void* in, void* out, int* flag) {
  (void)type;
  (void)key;
  CHECK(state == (void*)&copies);
  copies++;
  *(void**)out = (char*)in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int delete (MPI_Datatype type, int key, void* value, void* state) {
  (void)type;
  (void)key;
  (void)value;
  CHECK(state == (void*)&copies);
  deletions++;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int key, silent, flag;
  char text[8];
  void* got;
  MPI_Datatype type, twin;
  start_test(&argc, &argv);
  MPI_Type_create_keyval(copy, delete, &key, &copies);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &silent, NULL);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_get_attr(type, key, &got, &flag);
  CHECK(!flag);
  MPI_Type_set_attr(type, key, text);
  MPI_Type_set_attr(type, silent, text);
  MPI_Type_dup(type, &twin);
  CHECK(copies == 1 && deletions == 0);
  MPI_Type_get_attr(twin, key, &got, &flag);
  CHECK(flag && got == text + 1);
  MPI_Type_get_attr(twin, silent, &got, &flag);
  CHECK(!flag);
  MPI_Type_set_attr(type, key, text + 4);
  CHECK(deletions == 1);
  MPI_Type_delete_attr(type, key);
  CHECK(deletions == 2);
  MPI_Type_get_attr(type, key, &got, &flag);
  CHECK(!flag);
  MPI_Type_free(&type);
  CHECK(deletions == 2);
  MPI_Type_free(&twin);
  CHECK(deletions == 3);

  MPI_Type_set_attr(MPI_INT, silent, text + world_rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_get_attr(MPI_INT, silent, &got, &flag);
  CHECK(flag && got == text + world_rank);
  MPI_Type_delete_attr(MPI_INT, silent);

  MPI_Type_free_keyval(&silent);
  MPI_Type_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  return end_test();
}
