// SPDX-License-Identifier: BSD-3-Clause
//
// Work that a rank does without being measured: smpi_execute* and modelled kernels.
//
// It is owed until the rank enters MPI, reads a clock or sleeps: until then nobody can see whether
// the time has passed, because only there does a rank yield. So a hundred modelled kernels
// in a row cost a hundred additions and one event, and the execution still starts at the simulated
// time when the kernels were called.
#pragma once

#include "libsmpi/cost/modeled/kernel_cost.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::modeled {

// Adds work to the running rank. Inside an MPI call (a user's reduction) it is done at once.
void inject_flops(double flops);
// The same, of a function that costs something: its class of work, and the part of its time that
// follows the frequency. Its name must stay as it is for the whole run.
void inject_kernel(const char* name, double flops, const KernelCost& cost);
// Executes what the running rank computes by itself.
void compute(Rank& rank, double flops);

// Executes what the running rank owes. REQUIRES: rank.owed_flops > 0.
void pay_owed_work(Rank& rank);

// Flop/s of the host of `rank` at its present pstate.
double nominal_speed_flops(const Rank& rank);

}  // namespace smpi::modeled
