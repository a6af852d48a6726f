/* SPDX-License-Identifier: BSD-3-Clause */
/* A freed type lives on in pending operations and in types made from it (MPI 5.0, 5.1.9). */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype part, whole, twin;
  MPI_Request requests[2];
  int source[20], target[20], i, size;
  start_test(&argc, &argv);
  for (i = 0; i < 20; i++) source[i] = i, target[i] = -1;
  MPI_Type_vector(5, 1, 2, MPI_INT, &part);
  MPI_Type_contiguous(2, part, &whole);
  MPI_Type_free(&part);
  MPI_Type_commit(&whole);
  MPI_Type_dup(whole, &twin); /* committed, since the original is */
  MPI_Irecv(target, 1, twin, world_rank, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Type_free(&twin);
  MPI_Isend(source, 1, whole, world_rank, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Type_free(&whole);
  CHECK(part == MPI_DATATYPE_NULL && whole == MPI_DATATYPE_NULL && twin == MPI_DATATYPE_NULL);
  /* New types may take the places of the freed ones. */
  MPI_Type_contiguous(20, MPI_INT, &part);
  MPI_Type_contiguous(7, MPI_DOUBLE, &whole);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (i = 0; i < 20; i++) {
    const int named = i % 2 == (i < 9 ? 0 : 1) && i != 19;
    CHECK(target[i] == (named && i < 18 ? i : -1), "%d is %d", i, target[i]);
  }
  MPI_Type_size(part, &size);
  CHECK(size == 80);
  MPI_Type_free(&part);
  MPI_Type_free(&whole);
  return end_test();
}
