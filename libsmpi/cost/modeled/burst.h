// SPDX-License-Identifier: BSD-3-Clause
//
// Measured computation (MODELS 6): the processor time a rank used between two MPI calls becomes
// flops, time x smpi/host-speed, executed on its host. Bursts below smpi/cpu-threshold are added up
// until their sum passes it.
//
// Processor time counts, not the wall clock: on a shared machine the wall clock measures the
// neighbours. BurstClock tells it in 30 ns. Threads of a rank switch only inside calls, so a burst
// belongs to one of them, and their executions share the cores of the host.
#pragma once

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi {

// The running thread measures its bursts from now on.
void start_burst_clock();

// At the entry of a call: ends the burst and injects it.
void end_burst(Rank& rank);
// At the exit of a call: a new burst begins.
void begin_burst(Rank& rank);

// Runs `flops` on the host of the running rank.
void execute_flops(double flops);

}  // namespace smpi
