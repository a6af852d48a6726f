/* SPDX-License-Identifier: BSD-3-Clause */
/* A delete callback that fails makes the call that needs it fail (MPI 5.0, 7.7.4): the type and the
   attribute stay. (MPICH and Open MPI free the type all the same, though not a communicator.) */
#include "check.h"

static int verdict = MPI_ERR_OTHER;

static int judge(MPI_Datatype type, int key, void* value, void* state) {
  (void)type;
  (void)key;
  (void)value;
  (void)state;
  return verdict;
}

static int no_copy(MPI_Datatype type, int key, void* state, void* in, void* out, int* flag) {
  (void)type;
  (void)key;
  (void)state;
  (void)in;
  (void)out;
  *flag = 1;
  return MPI_ERR_OTHER;
}

int main(int argc, char** argv) {
  int key, flag;
  void* got;
  MPI_Datatype type, twin;
  start_test(&argc, &argv);
  return_errors();
  MPI_Type_create_keyval(no_copy, judge, &key, NULL);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_set_attr(type, key, &flag);
  CHECK(MPI_Type_free(&type) != MPI_SUCCESS && type != MPI_DATATYPE_NULL);
  CHECK(MPI_Type_set_attr(type, key, &key) != MPI_SUCCESS);
  CHECK(MPI_Type_delete_attr(type, key) != MPI_SUCCESS);
  MUST(MPI_Type_get_attr(type, key, &got, &flag));
  CHECK(flag && got == &flag);
  CHECK(MPI_Type_dup(type, &twin) != MPI_SUCCESS);
  verdict = MPI_SUCCESS;
  MUST(MPI_Type_free(&type));
  MUST(MPI_Type_free_keyval(&key));
  return end_test();
}
