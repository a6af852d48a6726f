// SPDX-License-Identifier: BSD-3-Clause
//
// The real clocks, for whoever measures instead of simulates: bursts, progress, wall time.
//
// Inside libsmpi clock_gettime is the simulated clock of the running rank; these go straight to
// libc's. The monotonic clock is read in user space (the vDSO: 25 ns a read with the clock source
// tsc), processor time by a system call (0.5 to 1 us).
#pragma once

#include <cstdint>

namespace smpi::load {

// Nanoseconds since an arbitrary start. Monotonic, of the real machine.
std::int64_t real_clock_ns();
inline double real_clock_s() {
  return 1e-9 * static_cast<double>(real_clock_ns());
}

// Processor time that the calling thread has used.
std::int64_t real_processor_time_ns();
inline double real_processor_time_s() {
  return 1e-9 * static_cast<double>(real_processor_time_ns());
}

}  // namespace smpi::load
