// SPDX-License-Identifier: BSD-3-Clause
//
// Timing the calls of a plan, on one core or on several at once.
//
// A worker is a process, as a rank of an MPI program is: threads of one process would share the
// locks of the BLAS. Workers are pinned, run the plan in the same order, as ranks of a program run
// the same code, and stop when the time is over. What they measured is in memory that they share.
//
// The clock is the processor time of the worker: an interrupt of a few milliseconds by another job
// is not the kernel's. Calls that take microseconds are timed several at once.
#pragma once

#include <cstddef>
#include <vector>

#include "tools/calibrate/machine.h"
#include "tools/calibrate/plan.h"

namespace smpi::calibrate {

// How many calls of a shape are timed at once.
int calls_at_once(const Kernel& kernel, const Shape& shape);

struct Timings {
  // By worker, then by trial of the plan: seconds of a call, 0 where the time was over.
  std::vector<std::vector<double>> seconds;
};

// Times the plan on the first `worker_count` cores, at most for `budget_s` seconds. Throws
// std::runtime_error when a worker dies.
Timings time_plan(const Plan& plan, int size_max, const Machine& machine, std::size_t worker_count,
                  double budget_s);

}  // namespace smpi::calibrate
