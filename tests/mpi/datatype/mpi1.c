/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions and markers that MPI-3.0 removed, as MPI-1 programs use them. */
#include "check.h"

struct record {
  int tag;
  double values[2];
};

int main(int argc, char** argv) {
  struct record out[2] = {{1, {2, 3}}, {4, {5, 6}}}, in[2];
  int lengths[4] = {1, 1, 2, 1};
  MPI_Aint displacements[4], base, bound;
  MPI_Datatype types[4] = {MPI_LB, MPI_INT, MPI_DOUBLE, MPI_UB}, type, other;
  int i;
  start_test(&argc, &argv);
  MPI_Address(&out[0], &base);
  displacements[0] = 0;
  MPI_Address(&out[0].tag, &displacements[1]);
  MPI_Address(&out[0].values, &displacements[2]);
  MPI_Address(&out[1], &displacements[3]);
  for (i = 1; i < 4; i++) displacements[i] -= base;
  MPI_Type_struct(4, lengths, displacements, types, &type);
  MPI_Type_commit(&type);
  MPI_Type_extent(type, &bound);
  CHECK(bound == sizeof(struct record));
  MPI_Type_lb(type, &bound);
  CHECK(bound == 0);
  MPI_Type_ub(type, &bound);
  CHECK(bound == sizeof(struct record));
  memset(in, 0, sizeof in);
  MPI_Sendrecv(out, 2, type, world_rank, 0, in, 2, type, world_rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (i = 0; i < 2; i++) {
    CHECK(in[i].tag == out[i].tag && in[i].values[0] == out[i].values[0] &&
          in[i].values[1] == out[i].values[1]);
  }
  MPI_Type_free(&type);
  /* A bound further out than the data. */
  types[0] = MPI_INT, types[1] = MPI_UB;
  displacements[0] = 0, displacements[1] = 64;
  MPI_Type_struct(2, lengths, displacements, types, &type);
  MPI_Type_extent(type, &bound);
  CHECK(bound == 64);
  MPI_Type_contiguous(3, type, &other);
  MPI_Type_extent(other, &bound);
  CHECK(bound == 192);
  MPI_Type_free(&type);
  MPI_Type_free(&other);
  MPI_Type_hvector(3, 1, 100, MPI_CHAR, &type);
  MPI_Type_extent(type, &bound);
  CHECK(bound == 201);
  MPI_Type_free(&type);
  displacements[0] = 8;
  MPI_Type_hindexed(1, lengths, displacements, MPI_CHAR, &type);
  MPI_Type_lb(type, &bound);
  CHECK(bound == 8);
  MPI_Type_free(&type);
  return end_test();
}
