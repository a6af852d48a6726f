// SPDX-License-Identifier: BSD-3-Clause
//
// [restart] of a scenario: a job that a failed host ends is started again, on other hosts or on
// those that were replaced, until it is done (docs/failures.md).
//
// Each start is a process of its own, because a simulation cannot be undone. All of them follow one
// clock, that of the scenario: drawn failures go on where the start before ended. What the program
// wrote to files is what it has to go on from.
//
// The age of what a start reads says how much of the work before was lost. Alternatives considered:
// counting from the end of the last write, which takes half a checkpoint for a whole one; and
// marking checkpoints in the program, which would have to be changed.
#pragma once

#include <vector>

#include "kernel/options.h"
#include "libsmpi/run/launch/arguments.h"
#include "models/platform/platform.h"
#include "models/readers/scenario.h"

namespace smpi::launch {

// A job as its first start has it. `seed` is that of the run.
struct RestartedJob {
  models::Restart restart;
  models::Platform platform;
  std::vector<models::HostId> host_of_rank;
  std::uint64_t seed;
};

// Prints what happened, and writes the summary. Returns the exit status of the last start. Throws
// InputError.
int run_with_restarts(const Arguments& arguments, const kernel::Options& options, RestartedJob job);

}  // namespace smpi::launch
