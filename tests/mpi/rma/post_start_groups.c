/* SPDX-License-Identifier: BSD-3-Clause */
/* Even ranks are targets of all odd ones; the epochs of the two sides differ. */
#include "window.h"

int main(int argc, char** argv) {
  int *memory, *members, parity, count = 0, i;
  MPI_Group world, others;
  MPI_Win win;
  start_test(&argc, &argv);
  memory = aligned_alloc(64, sizeof(int) * 16 * (size_t)world_size);
  memset(memory, 0, sizeof(int) * (size_t)world_size);
  members = malloc(sizeof(int) * (size_t)world_size);
  parity = world_rank % 2;
  for (i = 1 - parity; i < world_size; i += 2) members[count++] = i;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, count, members, &others);
  MPI_Win_create(memory, (MPI_Aint)sizeof(int) * world_size, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  if (parity == 0) {
    MUST(MPI_Win_post(others, MPI_MODE_NOSTORE, win));
    MUST(MPI_Win_wait(win));
    for (i = 0; i < world_size; i++) CHECK(memory[i] == (i % 2 == 1 ? 100 + i : 0), "%d", i);
  } else {
    const int value = 100 + world_rank;
    MUST(MPI_Win_start(others, 0, win));
    for (i = 0; i < count; i++) {
      MUST(MPI_Put(&value, 1, MPI_INT, members[i], world_rank, 1, MPI_INT, win));
    }
    MUST(MPI_Win_complete(win));
  }
  MPI_Group_free(&world);
  MPI_Group_free(&others);
  MPI_Win_free(&win);
  free(memory);
  free(members);
  return end_test();
}
