/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Get_count of a part of an item is MPI_UNDEFINED; MPI_Get_elements counts what has come. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype triple;
  MPI_Request request;
  MPI_Status status;
  MPI_Count large;
  int next, before, count, i, ints[7] = {0}, got[9];
  start_test(&argc, &argv);
  next = (world_rank + 1) % world_size;
  before = (world_rank + world_size - 1) % world_size;
  MPI_Type_contiguous(3, MPI_INT, &triple);
  MPI_Type_commit(&triple);
  for (i = 0; i <= 7; i++) {
    MPI_Isend(ints, i, MPI_INT, next, i, MPI_COMM_WORLD, &request);
    MPI_Recv(got, 3, triple, before, i, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get_count(&status, triple, &count);
    CHECK(count == (i % 3 == 0 ? i / 3 : MPI_UNDEFINED), "%d: %d", i, count);
    MPI_Get_elements(&status, triple, &count);
    CHECK(count == i, "%d: %d", i, count);
    MPI_Get_elements_x(&status, triple, &large);
    CHECK(large == i);
    MPI_Get_elements_c(&status, triple, &large);
    CHECK(large == i);
    MPI_Get_count_c(&status, triple, &large);
    CHECK(large == (i % 3 == 0 ? i / 3 : MPI_UNDEFINED));
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(count == (i % 2 == 0 ? i / 2 : MPI_UNDEFINED));
  }
  MPI_Type_free(&triple);
  return end_test();
}
