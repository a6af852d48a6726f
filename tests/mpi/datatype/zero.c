/* SPDX-License-Identifier: BSD-3-Clause */
/* Types without data: they can be made, nested, sent and received. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype empty, vector, structure, mixed;
  MPI_Status status;
  int count, value = 5, got = 0, size;
  const int lengths[] = {0, 1, 0}, displacements[] = {3, 0, 9};
  const MPI_Aint bytes[] = {-40, 0, 4000};
  start_test(&argc, &argv);
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_vector(3, 0, 7, MPI_INT, &vector);
  MPI_Type_create_struct(0, NULL, NULL, NULL, &structure);
  MPI_Type_commit(&empty);
  MPI_Type_commit(&vector);
  MPI_Type_commit(&structure);
  MPI_Type_size(vector, &size);
  CHECK(size == 0);
  MPI_Type_size(structure, &size);
  CHECK(size == 0);
  MPI_Sendrecv(NULL, 3, empty, world_rank, 0, NULL, 1, vector, world_rank, 0, MPI_COMM_WORLD,
               &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 0);
  MPI_Get_count(&status, empty, &count);
  CHECK(count == 0);
  MPI_Sendrecv(&value, 0, MPI_INT, world_rank, 0, NULL, 1, structure, world_rank, 0, MPI_COMM_WORLD,
               &status);
  /* Empty blocks count for nothing, wherever they lie. */
  MPI_Type_indexed(3, lengths, displacements, MPI_INT, &mixed);
  {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(mixed, &lb, &extent);
    CHECK(lb == 0 && extent == 4);
  }
  MPI_Type_free(&mixed);
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &mixed);
  MPI_Type_commit(&mixed);
  MPI_Sendrecv(&value, 1, mixed, world_rank, 0, &got, 1, MPI_INT, world_rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(got == 5);
  MPI_Type_free(&mixed);
  MPI_Type_free(&empty);
  MPI_Type_free(&vector);
  MPI_Type_free(&structure);
  return end_test();
}
