// SPDX-License-Identifier: BSD-3-Clause
//
// The checks of a running program, where its calls pass by: `if (Analysis* checks =
// analysis_of(rank)) ...` is all that a run without --analyze pays for them.
#pragma once

#include "libsmpi/analyze/analysis.h"
#include "libsmpi/simulation.h"

namespace smpi {

inline Analysis* analysis_of(const Rank& rank) {
  return rank.simulation.analysis.get();
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
