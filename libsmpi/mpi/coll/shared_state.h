// SPDX-License-Identifier: BSD-3-Clause
//
// What the collectives of one communicator keep between calls, shared by all its ranks.
#pragma once

#include "libsmpi/mpi/coll/agreement.h"
#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/mpi/coll/choice/trials.h"
#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::coll {

struct SharedState : Counted {
  Agreement blocking;
  Agreement nonblocking;
  RuleCache rules;
  TrialBarrier trial_barrier;
};

inline SharedState& shared_state(const Communicator& communicator) {
  Ref<Counted>& state = communicator.shared().collectives;
  if (__builtin_expect(!state, 0)) state = new SharedState;
  return static_cast<SharedState&>(*state);
}

}  // namespace smpi::coll
