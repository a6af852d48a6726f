// SPDX-License-Identifier: BSD-3-Clause
//
// The checks of a running program, where its calls pass by: `if (Analysis* checks =
// analysis_of(rank)) ...` is all that a run without --analyze pays for them.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/analysis.h"

namespace smpi {

// Nobody else implements Checks.
inline Analysis* analysis_of(const Simulation& simulation) {
  return static_cast<Analysis*>(simulation.checks);
}
inline Analysis* analysis_of(const Rank& rank) {
  return analysis_of(rank.simulation);
}

// A collective call without data, such as MPI_Comm_dup.
inline void note_collective(Communicator& communicator) {
  if (Analysis* checks = analysis_of(communicator.owner())) {
    checks->collectives.enter(communicator);
  }
}
// The last one on a communicator, such as MPI_Comm_free.
inline void note_last_collective(Communicator& communicator) {
  if (Analysis* checks = analysis_of(communicator.owner())) {
    checks->collectives.enter_last(communicator);
  }
}

}  // namespace smpi
