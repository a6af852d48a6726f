// SPDX-License-Identifier: BSD-3-Clause
//
// The real clock, for whoever measures instead of simulates: bursts, progress, wall time.
//
// Inside libsmpi clock_gettime is the simulated clock of the running rank; this one goes straight
// to libc's (the vDSO: measured 21 ns a read with the clock source tsc).
#pragma once

namespace smpi::load {

// Seconds since an arbitrary start. Monotonic, of the real machine.
double real_clock_s();

}  // namespace smpi::load
