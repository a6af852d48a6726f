/* SPDX-License-Identifier: BSD-3-Clause */
/* What a duplicate inherits: NULL_COPY nothing, DUP_FN the value, a callback what it says. */
#include "check.h"

static int copies, refusals;

static int copy_plus_one(MPI_Comm comm, int key, void* state, void* in, void* out, int* flag) {
  (void)comm;
  (void)key;
  CHECK(state == (void*)5);
  copies++;
  *(void**)out = (char*)in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int refuse(MPI_Comm comm, int key, void* state, void* in, void* out, int* flag) {
  (void)comm;
  (void)key;
  (void)state;
  (void)in;
  (void)out;
  refusals++;
  *flag = 0;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  char text[4];
  int none, same, next, never, flag;
  void* got;
  MPI_Comm twin, grandchild, part;
  start_test(&argc, &argv);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &none, NULL);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &same, NULL);
  MPI_Comm_create_keyval(copy_plus_one, MPI_COMM_NULL_DELETE_FN, &next, (void*)5);
  MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &never, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, none, text);
  MPI_Comm_set_attr(MPI_COMM_WORLD, same, text);
  MPI_Comm_set_attr(MPI_COMM_WORLD, next, text);
  MPI_Comm_set_attr(MPI_COMM_WORLD, never, text);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  CHECK(copies == 1 && refusals == 1);
  MPI_Comm_get_attr(twin, none, &got, &flag);
  CHECK(!flag);
  MPI_Comm_get_attr(twin, never, &got, &flag);
  CHECK(!flag);
  MPI_Comm_get_attr(twin, same, &got, &flag);
  CHECK(flag && got == text);
  MPI_Comm_get_attr(twin, next, &got, &flag);
  CHECK(flag && got == text + 1);
  MPI_Comm_dup(twin, &grandchild);
  MPI_Comm_get_attr(grandchild, next, &got, &flag);
  CHECK(flag && got == text + 2);
  /* Split inherits nothing. */
  MPI_Comm_split(twin, 0, 0, &part);
  MPI_Comm_get_attr(part, same, &got, &flag);
  CHECK(!flag && copies == 2);
  MPI_Comm_free(&part);
  MPI_Comm_free(&grandchild);
  MPI_Comm_free(&twin);
  MPI_Comm_free_keyval(&none);
  MPI_Comm_free_keyval(&same);
  MPI_Comm_free_keyval(&next);
  MPI_Comm_free_keyval(&never);
  return end_test();
}
