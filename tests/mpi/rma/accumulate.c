/* SPDX-License-Identifier: BSD-3-Clause */
/* Accumulates of all ranks into rank 0, with each kind of predefined operation. */
#include "window.h"

enum { SUM, PRODUCT, MINIMUM, MAXIMUM, BIT_OR, BIT_XOR, LOGICAL_AND, REPLACED, SLOTS };

int main(int argc, char** argv) {
  const MPI_Op ops[SLOTS] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX,
                             MPI_BOR, MPI_BXOR, MPI_LAND, MPI_REPLACE};
  const int start[SLOTS] = {0, 1, 1000, -1000, 0, 0, 1, -5};
  WINDOW int memory[SLOTS][3];
  int values[SLOTS][3], slot, i, product = 1, bits = 0, parity = 0;
  MPI_Win win;
  start_test(&argc, &argv);
  for (slot = 0; slot < SLOTS; slot++) {
    for (i = 0; i < 3; i++) {
      memory[slot][i] = start[slot];
      values[slot][i] = world_rank + 1 + i;
    }
  }
  for (i = 0; i < 3; i++) {
    values[PRODUCT][i] = world_rank % 2 + 1;
    values[BIT_OR][i] = values[BIT_XOR][i] = 1 << (world_rank % 5);
    values[LOGICAL_AND][i] = world_rank != 1 || i != 1;
    values[REPLACED][i] = 77;
  }
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (slot = 0; slot < SLOTS; slot++) {
    MUST(MPI_Accumulate(values[slot], 3, MPI_INT, 0, 3 * slot, 3, MPI_INT, ops[slot], win));
  }
  MPI_Win_fence(0, win);
  for (i = 0; i < world_size; i++) {
    product *= i % 2 + 1;
    bits |= 1 << (i % 5);
    parity ^= 1 << (i % 5);
  }
  for (i = 0; i < 3 && world_rank == 0; i++) {
    CHECK(memory[SUM][i] == world_size * (world_size + 1) / 2 + i * world_size);
    CHECK(memory[PRODUCT][i] == product);
    CHECK(memory[MINIMUM][i] == 1 + i);
    CHECK(memory[MAXIMUM][i] == world_size + i);
    CHECK(memory[BIT_OR][i] == bits);
    CHECK(memory[BIT_XOR][i] == parity);
    CHECK(memory[LOGICAL_AND][i] == (world_size == 1 || i != 1));
    CHECK(memory[REPLACED][i] == 77);
  }
  for (i = 0; i < SLOTS && world_rank != 0; i++) CHECK(memory[i][0] == start[i]);
  MPI_Win_free(&win);
  return end_test();
}
