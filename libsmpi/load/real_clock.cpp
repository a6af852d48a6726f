// SPDX-License-Identifier: BSD-3-Clause
//
// The read of the clock that our own clock_gettime hides.
#include "libsmpi/load/real_clock.h"

#include <time.h>

#include "libsmpi/load/libc/next_function.h"

namespace smpi::load {

double real_clock_s() {
  static auto* const next = next_function<int(clockid_t, timespec*)>("clock_gettime");
  timespec now;
  next(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace smpi::load
