/* SPDX-License-Identifier: BSD-3-Clause */
/* Post, start, complete and wait between neighbours in a ring; each is origin and target. */
#include "window.h"

static MPI_Group group_of(int rank) {
  MPI_Group world, one;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &rank, &one);
  MPI_Group_free(&world);
  return one;
}

int main(int argc, char** argv) {
  WINDOW int memory[2];
  int round, sent, left, right;
  MPI_Group origins, targets;
  MPI_Win win;
  start_test(&argc, &argv);
  left = (world_rank + world_size - 1) % world_size;
  right = (world_rank + 1) % world_size;
  origins = group_of(left);
  targets = group_of(right);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (round = 0; round < 4; round++) {
    memory[0] = memory[1] = -1;
    sent = 10 * world_rank + round;
    MUST(MPI_Win_post(origins, 0, win));
    MUST(MPI_Win_start(targets, 0, win));
    MUST(MPI_Put(&sent, 1, MPI_INT, right, round % 2, 1, MPI_INT, win));
    MUST(MPI_Win_complete(win));
    if (round == 3) {
      int done = 0;
      while (!done) MUST(MPI_Win_test(win, &done));
    } else {
      MUST(MPI_Win_wait(win));
    }
    CHECK(memory[round % 2] == 10 * left + round, "round %d", round);
    CHECK(memory[1 - round % 2] == -1);
  }
  MPI_Group_free(&origins);
  MPI_Group_free(&targets);
  MPI_Win_free(&win);
  return end_test();
}
