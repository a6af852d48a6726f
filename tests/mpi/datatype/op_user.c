/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of the program (MPI 5.0, 6.9.5): what the function is given, order, commutativity. */
#include "check.h"

static MPI_Datatype seen_type;
static int seen_length, calls;

/* Affine maps x -> a x + b, composed: associative, not commutative. */
struct affine {
  int a, b;
};

static void compose(void* in, void* inout, int* length, MPI_Datatype* type) {
  struct affine* f = in;
  struct affine* g = inout;
  int i;
  seen_type = *type, seen_length = *length;
  calls++;
  for (i = 0; i < *length; i++) {
    const struct affine h = {f[i].a * g[i].a, f[i].a * g[i].b + f[i].b};
    g[i] = h;
  }
}

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  int i;
  seen_type = *type;
  for (i = 0; i < *length; i++) ((int*)inout)[i] += ((int*)in)[i];
}

int main(int argc, char** argv) {
  struct affine f[2] = {{2, 1}, {3, 5}}, g[2] = {{5, 7}, {1, 1}};
  int in[3] = {1, 2, 3}, inout[3] = {10, 20, 30}, commutative;
  MPI_Datatype type;
  MPI_Op composition, sum;
  start_test(&argc, &argv);
  MPI_Op_create(compose, 0, &composition);
  MPI_Op_create(add, 1, &sum);
  MPI_Op_commutative(composition, &commutative);
  CHECK(!commutative);
  MPI_Op_commutative(sum, &commutative);
  CHECK(commutative);
  MPI_Op_commutative(MPI_MAX, &commutative);
  CHECK(commutative);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Reduce_local(f, g, 2, type, composition);
  CHECK(calls == 1 && seen_length == 2 && seen_type == type);
  CHECK(g[0].a == 10 && g[0].b == 15 && g[1].a == 3 && g[1].b == 8);
  MPI_Reduce_local(in, inout, 3, MPI_INT, sum);
  CHECK(seen_type == MPI_INT && inout[0] == 11 && inout[2] == 33);
  {
    struct affine mine = {world_rank + 1, 1}, all, expected = {1, 0};
    int r;
    MPI_Allreduce(&mine, &all, 1, type, composition, MPI_COMM_WORLD);
    for (r = world_size - 1; r >= 0; r--) {
      struct affine next;
      next.a = (r + 1) * expected.a;
      next.b = (r + 1) * expected.b + 1;
      expected = next;
    }
    CHECK(all.a == expected.a && all.b == expected.b, "%d x + %d", all.a, all.b);
  }
  MPI_Type_free(&type);
  MPI_Op_free(&composition);
  MPI_Op_free(&sum);
  CHECK(sum == MPI_OP_NULL);
  return end_test();
}
