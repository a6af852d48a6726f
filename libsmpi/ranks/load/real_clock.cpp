// SPDX-License-Identifier: BSD-3-Clause
//
// The read of the clock that our own clock_gettime hides.
#include "libsmpi/ranks/load/real_clock.h"

#include <time.h>

#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

std::int64_t read_clock_ns(clockid_t clock) {
  static auto* const next = next_function<int(clockid_t, timespec*)>("clock_gettime");
  timespec now;
  next(clock, &now);
  return std::int64_t{1000000000} * now.tv_sec + now.tv_nsec;
}

}  // namespace

std::int64_t real_clock_ns() {
  return read_clock_ns(CLOCK_MONOTONIC);
}
std::int64_t real_processor_time_ns() {
  return read_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace smpi::load
