// SPDX-License-Identifier: BSD-3-Clause
//
// The barrier of MPI_Init, without messages.
#include "libsmpi/ranks/runtime/start_barrier.h"

#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi {

void wait_for_world(Rank& rank) {
  StartBarrier& barrier = *rank.start_barrier;
  kernel::Engine& engine = rank.simulation.engine;
  if (--barrier.expected == 0) {
    for (Strand* strand : barrier.waiting) engine.wake(*strand->actor);
    barrier.waiting.clear();
    return;
  }
  barrier.waiting.push_back(running_strand);
  const WaitingReason reason("the other ranks to call MPI_Init");
  while (barrier.expected > 0) engine.block();
}

int run_finalize_hooks(Rank& rank) {
  for (FinalizeHook hook : rank.simulation.finalize_hooks) {
    const int error = hook(rank);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

}  // namespace smpi
