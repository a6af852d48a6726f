/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Get_count and MPI_Get_elements of messages that end inside an element (MPI 5.0, 5.1.11,
   example 5.12 and beyond). */
#include "check.h"

static void receive(int sent, MPI_Datatype type, int count, int elements) {
  float out[20] = {0}, in[40];
  MPI_Status status;
  int got;
  MPI_Count large;
  MPI_Sendrecv(out, sent, MPI_FLOAT, world_rank, 0, in, 5, type, world_rank, 0, MPI_COMM_WORLD,
               &status);
  MPI_Get_count(&status, type, &got);
  CHECK(got == count, "%d sent: count %d", sent, got);
  MPI_Get_elements(&status, type, &got);
  CHECK(got == elements, "%d sent: elements %d", sent, got);
  MPI_Get_elements_x(&status, type, &large);
  CHECK(large == elements);
  MPI_Get_count_c(&status, type, &large);
  CHECK(large == count);
  MPI_Get_elements_c(&status, type, &large);
  CHECK(large == elements);
}

int main(int argc, char** argv) {
  MPI_Datatype pair, mixed;
  MPI_Status status;
  int got;
  start_test(&argc, &argv);
  MPI_Type_contiguous(2, MPI_FLOAT, &pair);
  MPI_Type_commit(&pair);
  receive(2, pair, 1, 2);
  receive(3, pair, MPI_UNDEFINED, 3);
  receive(0, pair, 0, 0);
  receive(10, pair, 5, 10);
  MPI_Type_free(&pair);
  /* {int, char, char, double} three times over. */
  {
    const int lengths[] = {1, 2, 1};
    const MPI_Aint displacements[] = {0, 4, 8};
    const MPI_Datatype types[] = {MPI_INT, MPI_CHAR, MPI_DOUBLE};
    char out[42] = {0}, in[48];
    const int bytes[] = {0, 4, 5, 6, 14, 18, 20, 28, 42};
    const int elements[] = {0, 1, 2, 3, 4, 5, 7, 8, 12};
    size_t i;
    MPI_Type_create_struct(3, lengths, displacements, types, &mixed);
    MPI_Type_commit(&mixed);
    for (i = 0; i < sizeof bytes / sizeof *bytes; i++) {
      MPI_Sendrecv(out, bytes[i], MPI_PACKED, world_rank, 0, in, 3, mixed, world_rank, 0,
                   MPI_COMM_WORLD, &status);
      MPI_Get_elements(&status, mixed, &got);
      CHECK(got == elements[i], "%d bytes: %d elements", bytes[i], got);
    }
    MPI_Type_free(&mixed);
  }
  /* Pairs are two elements. */
  {
    struct {
      double value;
      int index;
    } out[3], in[3];
    memset(out, 0, sizeof out);
    MPI_Sendrecv(out, 3, MPI_DOUBLE_INT, world_rank, 0, in, 3, MPI_DOUBLE_INT, world_rank, 0,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE_INT, &got);
    CHECK(got == 3);
    MPI_Get_elements(&status, MPI_DOUBLE_INT, &got);
    CHECK(got == 6);
  }
  return end_test();
}
