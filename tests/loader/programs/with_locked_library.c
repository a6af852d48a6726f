/* SPDX-License-Identifier: BSD-3-Clause
 * Ranks use a library whose lock is held by one of them while others run. */
#include <errno.h>
#include <unistd.h>

#include "common.h"

int with_lock(void (*work)(void));
int try_for(long wait_ns);

static void exchange_with_oneself(void) {
  int in = -1, out = rank;
  MPI_Sendrecv(&out, 1, MPI_INT, rank, 2, &in, 1, MPI_INT, rank, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(in == rank);
}

static void rest(void) {
  usleep(20000);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  for (int i = 0; i < 3; i++) CHECK(with_lock(exchange_with_oneself));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    CHECK(with_lock(rest));
  } else if (size > 1) {
    usleep(2000); /* rank 0 has the lock by now, and keeps it for longer than 1 ms, not 10 s */
#ifdef SHARED
    CHECK(try_for(1000000) == ETIMEDOUT);
#endif
    CHECK(try_for(900000000) == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return finish();
}
