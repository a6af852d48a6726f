/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank reads its own part of the window again and again, by operations that are over at once,
   until another one has written there. */
#include "check.h"

static MPI_Win win;

static int read_own(int form) {
  int value = 0, nothing = 0;
  MPI_Request request;
  switch (form) {
    case 0:
      MUST(MPI_Fetch_and_op(&nothing, &value, MPI_INT, world_rank, form, MPI_NO_OP, win));
      MUST(MPI_Win_flush(world_rank, win));
      break;
    case 1:
      MUST(MPI_Get_accumulate(&nothing, 1, MPI_INT, &value, 1, MPI_INT, world_rank, form, 1,
                              MPI_INT, MPI_NO_OP, win));
      MUST(MPI_Win_flush_all(win));
      break;
    default:
      MUST(MPI_Rget_accumulate(&nothing, 1, MPI_INT, &value, 1, MPI_INT, world_rank, form, 1,
                               MPI_INT, MPI_NO_OP, win, &request));
      MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
  return value;
}

int main(int argc, char** argv) {
  enum { forms = 3 };
  int *memory, form, mine;
  start_test(&argc, &argv);
  MPI_Win_allocate(forms * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (form = 0; form < forms; form++) memory[form] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (form = 0; form < forms; form++) {
    /* Around the ring: whoever was told tells the next. */
    mine = 0;
    if (world_rank > 0 || form > 0) {
      while (form > 0 && world_rank == 0 && read_own(form - 1) == 0) continue;
      while (world_rank > 0 && (mine = read_own(form)) == 0) continue;
    }
    mine++;
    MUST(MPI_Accumulate(&mine, 1, MPI_INT, (world_rank + 1) % world_size, form, 1, MPI_INT,
                        MPI_REPLACE, win));
    MUST(MPI_Win_flush((world_rank + 1) % world_size, win));
  }
  while (world_rank == 0 && read_own(forms - 1) == 0) continue;
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (form = 0; form < forms; form++) {
    const int told = world_rank == 0 ? world_size : world_rank;
    CHECK(memory[form] == told, "form %d: %d", form, memory[form]);
  }
  MPI_Win_free(&win);
  return end_test();
}
