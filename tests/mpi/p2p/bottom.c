/* SPDX-License-Identifier: BSD-3-Clause */
/* Types with absolute addresses from MPI_BOTTOM, and packed data received as what was packed. */
#include "check.h"

int main(int argc, char** argv) {
  int first[3], last[2], in[5], lengths[2] = {3, 2}, i, next, before, position = 0;
  MPI_Datatype absolute, types[2] = {MPI_INT, MPI_INT};
  MPI_Aint addresses[2];
  MPI_Request request;
  char packed[200];
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  for (i = 0; i < 3; i++) first[i] = 100 * world_rank + i;
  for (i = 0; i < 2; i++) last[i] = 100 * world_rank + 3 + i;
  MPI_Get_address(first, &addresses[0]);
  MPI_Get_address(last, &addresses[1]);
  MPI_Type_create_struct(2, lengths, addresses, types, &absolute);
  MPI_Type_commit(&absolute);
  MPI_Isend(MPI_BOTTOM, 1, absolute, next, 0, MPI_COMM_WORLD, &request);
  MPI_Recv(in, 5, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (i = 0; i < 5; i++) CHECK(in[i] == 100 * before + i);
  MPI_Isend(in, 5, MPI_INT, next, 1, MPI_COMM_WORLD, &request);
  MPI_Recv(MPI_BOTTOM, 1, absolute, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  before = (before + world_size - 1) % world_size;
  for (i = 0; i < 3; i++) CHECK(first[i] == 100 * before + i);
  for (i = 0; i < 2; i++) CHECK(last[i] == 100 * before + 3 + i);
  before = (world_rank + world_size - 1) % world_size;
  MPI_Pack(&world_rank, 1, MPI_INT, packed, 200, &position, MPI_COMM_WORLD);
  MPI_Pack(in, 4, MPI_INT, packed, 200, &position, MPI_COMM_WORLD);
  MPI_Isend(packed, position, MPI_PACKED, next, 2, MPI_COMM_WORLD, &request);
  MPI_Recv(first, 3, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(MPI_BOTTOM, 1, absolute, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(first[0] == before);
  MPI_Type_free(&absolute);
  return end_test();
}
