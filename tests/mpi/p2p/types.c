/* SPDX-License-Identifier: BSD-3-Clause */
/* Another layout on each side with the same type signature, at eager and rendezvous sizes. */
#include "check.h"

enum { layout_count = 5, ints_each = 4, max_items = 12000, stride = 10 };

static int out[max_items * stride], in[max_items * stride];

/* Where the four integers of an item lie, in each layout. */
static const int places[layout_count][ints_each] = {
    {0, 1, 2, 3}, {0, 2, 4, 6}, {7, 5, 3, 1}, {9, 0, 4, 2}, {3, 4, 8, 9}};

static MPI_Datatype make(int layout) {
  static const int pairs[2] = {3, 8}, ones[ints_each] = {1, 1, 1, 1};
  MPI_Aint bytes[ints_each];
  MPI_Datatype inner, result, kinds[ints_each] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  int i;
  for (i = 0; i < ints_each; i++) bytes[i] = places[layout][i] * (MPI_Aint)sizeof(int);
  switch (layout) {
    case 0:
      MPI_Type_contiguous(ints_each, MPI_INT, &inner);
      break;
    case 1:
      MPI_Type_vector(ints_each, 1, 2, MPI_INT, &inner);
      break;
    case 2:
      MPI_Type_indexed(ints_each, ones, places[layout], MPI_INT, &inner);
      break;
    case 3:
      MPI_Type_create_struct(ints_each, ones, bytes, kinds, &inner);
      break;
    default:
      MPI_Type_create_indexed_block(2, 2, pairs, MPI_INT, &inner);
  }
  MPI_Type_create_resized(inner, 0, stride * sizeof(int), &result);
  MPI_Type_commit(&result);
  MPI_Type_free(&inner);
  return result;
}

/* The integers of the item are in the order of the layout of each side. */
static void exchange(int from, int to, int items) {
  const int next = (world_rank + 1) % world_size;
  const int before = (world_rank + world_size - 1) % world_size;
  MPI_Datatype sent = make(from), received = make(to);
  MPI_Request request;
  MPI_Status status;
  int i, j, k, count;
  for (i = 0; i < items * stride; i++) out[i] = in[i] = -1;
  for (i = 0; i < items; i++) {
    for (j = 0; j < ints_each; j++) out[i * stride + places[from][j]] = 10 * i + j;
  }
  MPI_Isend(out, items, sent, next, 0, MPI_COMM_WORLD, &request);
  MPI_Recv(in, items, received, before, 0, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Get_count(&status, received, &count);
  CHECK(count == items, "%d items", count);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == items * ints_each, "%d integers", count);
  for (i = 0; i < items; i++) {
    for (k = 0; k < stride; k++) {
      int expected = -1;
      for (j = 0; j < ints_each; j++) {
        if (places[to][j] == k) expected = 10 * i + j;
      }
      CHECK(in[i * stride + k] == expected, "from %d to %d: item %d", from, to, i);
    }
  }
  MPI_Type_free(&sent);
  MPI_Type_free(&received);
}

int main(int argc, char** argv) {
  static const int items[] = {1, 3, 4096, max_items};
  int from, to, i;
  start_test(&argc, &argv);
  for (from = 0; from < layout_count; from++) {
    for (to = 0; to < layout_count; to++) {
      for (i = 0; i < (from == to ? 4 : 3); i++) exchange(from, to, items[i]);
    }
  }
  return end_test();
}
