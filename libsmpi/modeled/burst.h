// SPDX-License-Identifier: BSD-3-Clause
//
// Measured computation (MODELS 6): the processor time a rank used between two MPI calls becomes
// flops, time x smpi/host-speed, executed on its host. Bursts below smpi/cpu-threshold are added up
// until their sum passes it.
//
// The thread's processor time is read, not the wall clock: on a shared machine the wall clock
// measures the neighbours. Threads of a rank switch only inside calls, so a burst belongs to one of
// them, and their executions share the cores of the host. It costs about 0.2 us a reading, only
// paid when computation is measured.
#pragma once

#include "libsmpi/rank/rank.h"

namespace smpi {

// Processor time of this thread, in real seconds. Never the simulated clock.
double real_processor_time_s();
// Real monotonic time, for wall-clock figures in summaries. Never the simulated clock.
double real_wall_time_s();

// At the entry of a call: ends the burst and injects it.
void end_burst(Rank& rank);
// At the exit of a call: a new burst begins.
inline void begin_burst(Rank& rank) {
  rank.burst_start_s = real_processor_time_s();
}

// Runs `flops` on the host of the running rank.
void execute_flops(double flops);
// Runs for `seconds` of the simulated host at its present speed.
void execute_host_seconds(double seconds);

}  // namespace smpi
