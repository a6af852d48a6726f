/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded into the ranks on the testbed, where nodes have no processors of their own. A rank of
 * Open MPI that waits polls, and yields between polls (mpi_yield_when_idle); several of them on two
 * cores take each other's time slices, and whatever else runs takes them from all. Here a yield is
 * a short sleep, so a waiting rank leaves its core, and the system wakes it up at once when its
 * time has come. It costs up to a sleep a message, a hundredth of the shortest that are judged. */
#include <time.h>

int sched_yield(void) {
  const struct timespec pause = {0, 100000};
  return nanosleep(&pause, 0);
}
