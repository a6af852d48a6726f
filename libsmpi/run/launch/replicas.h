// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --replicas N: what would the same run take on another day, with other luck?
//
// The run is repeated N times, with the seeds smpi/seed, smpi/seed + 1 and so on, each time in a
// process of its own, one after the other. The result is the mean of their simulated times and the
// interval in which the mean of all such runs lies with 95 %. Where nothing depends on the seed the
// interval has no width, and a line says so.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Prints the result and writes the summary: the statistics, and the summaries of all runs. The
// first run that fails ends it; its exit status is returned. Throws InputError.
int run_replicas(const Arguments& arguments);

}  // namespace smpi::launch
