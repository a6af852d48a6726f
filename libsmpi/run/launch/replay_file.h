// SPDX-License-Identifier: BSD-3-Clause
//
// What `smpirun -replay FILE` and `-replay-jobs FILE` do in the place of opening programs.
#pragma once

#include <memory>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/run/jobs/replay_jobs.h"
#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/watch/trace/trace.h"

namespace smpi::launch {

// The traces of a run; none: programs run.
struct OpenTraces {
  std::vector<std::unique_ptr<trace::Trace>> traces;
  std::vector<jobs::ReplayJob> jobs;  // of each trace; empty: one trace is replayed

  std::uint64_t rank_count = 0;  // of all of them

  std::uint64_t action_count() const;  // 0: not known
};

// Opens and checks the traces, prints what is odd about them, and sets the number of ranks of one
// trace if the user did not. Throws kernel::InputError, also for options that only programs have.
OpenTraces open_replay(Arguments& arguments);

}  // namespace smpi::launch
