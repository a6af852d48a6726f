/* SPDX-License-Identifier: BSD-3-Clause */
/* Absolute addresses with MPI_BOTTOM, and address arithmetic (MPI 5.0, 5.1.12). */
#include "check.h"

int main(int argc, char** argv) {
  int a = 17, numbers[3] = {1, 2, 3}, got_a = 0, got[3] = {0}, lengths[] = {1, 3};
  MPI_Aint from[2], to[2];
  MPI_Datatype types[2] = {MPI_INT, MPI_INT}, out, in;
  start_test(&argc, &argv);
  MPI_Get_address(&a, &from[0]);
  MPI_Get_address(numbers, &from[1]);
  MPI_Get_address(&got_a, &to[0]);
  MPI_Get_address(got, &to[1]);
  MPI_Type_create_struct(2, lengths, from, types, &out);
  MPI_Type_create_struct(2, lengths, to, types, &in);
  MPI_Type_commit(&out);
  MPI_Type_commit(&in);
  MPI_Sendrecv(MPI_BOTTOM, 1, out, world_rank, 0, MPI_BOTTOM, 1, in, world_rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(got_a == 17 && got[0] == 1 && got[1] == 2 && got[2] == 3);
  CHECK(MPI_Aint_diff(from[0], from[1]) == (char*)&a - (char*)numbers);
  CHECK(MPI_Aint_add(from[1], 8) == (MPI_Aint)&numbers[2]);
  MPI_Type_free(&out);
  MPI_Type_free(&in);
  return end_test();
}
