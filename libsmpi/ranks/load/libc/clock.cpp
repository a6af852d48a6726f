// SPDX-License-Identifier: BSD-3-Clause
//
// Clocks and sleeps: ranks live in simulated time, whichever clock they read.
//
// Wall clocks start at a fixed date, so that two runs print the same. Monotonic clocks start at a
// small value that is not 0, because programs take 0 for "not measured". Processor time is the time
// the rank has existed: real MPI processes busy-wait, so theirs passes in blocking calls as well.
// Not covered: the time stamp counter (rdtsc) and clocks of other libraries' own devices.
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

constexpr std::int64_t epoch_s = 1735689600;      // 2025-01-01 00:00:00 UTC
constexpr std::int64_t monotonic_start_s = 1000;  // the age of the simulated machines
constexpr std::int64_t nanoseconds_per_s = 1000000000;

// Splits before adding the date: a double near 1.7e9 would only resolve 0.24 microseconds.
timespec to_timespec(double time_s, std::int64_t origin_s) {
  const double whole_s = std::floor(time_s);
  auto nanoseconds = static_cast<std::int64_t>(std::llround((time_s - whole_s) * 1e9));
  auto seconds = origin_s + static_cast<std::int64_t>(whole_s);
  if (nanoseconds == nanoseconds_per_s) {
    nanoseconds = 0;
    seconds++;
  }
  return {.tv_sec = seconds, .tv_nsec = nanoseconds};
}

double to_seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

enum class ClockKind { wall, monotonic, processor, foreign };

ClockKind kind_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
      return ClockKind::wall;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      return ClockKind::monotonic;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      return ClockKind::processor;
    default:
      return ClockKind::foreign;  // of another process, a device
  }
}

double processor_s(const Callbacks& simulation) {
  return std::max(0.0, simulation.now_s() - simulation.state()->start_s);
}

timespec read_clock(const Callbacks& simulation, ClockKind kind) {
  switch (kind) {
    case ClockKind::wall:
      return to_timespec(simulation.now_s(), epoch_s);
    case ClockKind::monotonic:
      return to_timespec(simulation.now_s(), monotonic_start_s);
    default:
      return to_timespec(processor_s(simulation), 0);
  }
}

bool is_valid(const timespec& time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < nanoseconds_per_s;
}

// clock_nanosleep's result: an error number.
int sleep_on(const Callbacks& simulation, clockid_t clock, int flags, const timespec* request,
             timespec* remaining) {
  if (request == nullptr) return EFAULT;
  if (!is_valid(*request)) return EINVAL;
  double duration_s = to_seconds(*request);
  if ((flags & TIMER_ABSTIME) != 0) {
    const timespec now = read_clock(simulation, kind_of(clock));
    const timespec left{.tv_sec = request->tv_sec - now.tv_sec,
                        .tv_nsec = request->tv_nsec - now.tv_nsec};
    duration_s = to_seconds(left);
  } else if (remaining != nullptr) {
    *remaining = {.tv_sec = 0, .tv_nsec = 0};
  }
  if (duration_s > 0) simulation.sleep(duration_s);
  return 0;
}

}  // namespace

bool is_valid_time(const timespec* time) {
  return time != nullptr && time->tv_nsec >= 0 && time->tv_nsec < nanoseconds_per_s;
}

double simulated_time_s(clockid_t clock, const timespec& time) {
  const std::int64_t origin_s = kind_of(clock) == ClockKind::wall ? epoch_s : monotonic_start_s;
  return static_cast<double>(time.tv_sec - origin_s) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace smpi::load

using smpi::load::Callbacks;
using smpi::load::callbacks_in_rank;
using smpi::load::ClockKind;
using smpi::load::next_function;

SMPI_REPLACES_LIBC int clock_gettime(clockid_t clock, timespec* time) noexcept {
  static auto* const next = next_function<int(clockid_t, timespec*)>("clock_gettime");
  const Callbacks* simulation = callbacks_in_rank();
  const ClockKind kind = smpi::load::kind_of(clock);
  if (simulation == nullptr || kind == ClockKind::foreign) return next(clock, time);
  *time = smpi::load::read_clock(*simulation, kind);
  return 0;
}

SMPI_REPLACES_LIBC int gettimeofday(timeval* time, void* zone) noexcept {
  static auto* const next = next_function<int(timeval*, void*)>("gettimeofday");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(time, zone);
  if (zone != nullptr) next(time, zone);
  const timespec now = smpi::load::read_clock(*simulation, ClockKind::wall);
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

SMPI_REPLACES_LIBC time_t time(time_t* result) noexcept {
  static auto* const next = next_function<time_t(time_t*)>("time");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(result);
  const time_t seconds = smpi::load::read_clock(*simulation, ClockKind::wall).tv_sec;
  if (result != nullptr) *result = seconds;
  return seconds;
}

SMPI_REPLACES_LIBC int timespec_get(timespec* time, int base) noexcept {
  static auto* const next = next_function<int(timespec*, int)>("timespec_get");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr || base != TIME_UTC) return next(time, base);
  *time = smpi::load::read_clock(*simulation, ClockKind::wall);
  return base;
}

SMPI_REPLACES_LIBC int ftime(timeb* result) {
  const Callbacks* simulation = callbacks_in_rank();
  timespec now{};
  if (simulation != nullptr) {
    now = smpi::load::read_clock(*simulation, ClockKind::wall);
  } else if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
    return -1;
  }
  result->time = now.tv_sec;
  result->millitm = static_cast<unsigned short>(now.tv_nsec / 1000000);
  result->timezone = 0;
  result->dstflag = 0;
  return 0;
}

SMPI_REPLACES_LIBC clock_t clock() noexcept {
  static auto* const next = next_function<clock_t()>("clock");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next();
  return static_cast<clock_t>(smpi::load::processor_s(*simulation) * CLOCKS_PER_SEC);
}

SMPI_REPLACES_LIBC clock_t times(tms* result) noexcept {
  static auto* const next = next_function<clock_t(tms*)>("times");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(result);
  const auto ticks_per_s = static_cast<double>(sysconf(_SC_CLK_TCK));
  if (result != nullptr) {
    *result = {};
    result->tms_utime = static_cast<clock_t>(smpi::load::processor_s(*simulation) * ticks_per_s);
  }
  const timespec now = smpi::load::read_clock(*simulation, ClockKind::monotonic);
  return static_cast<clock_t>(smpi::load::to_seconds(now) * ticks_per_s);
}

// Memory and page faults stay those of the whole simulator.
SMPI_REPLACES_LIBC int getrusage(__rusage_who_t who, rusage* usage) noexcept {
  static auto* const next = next_function<int(__rusage_who_t, rusage*)>("getrusage");
  const int result = next(who, usage);
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr || result != 0 || who == RUSAGE_CHILDREN) return result;
  const timespec used = smpi::load::read_clock(*simulation, ClockKind::processor);
  usage->ru_utime = {.tv_sec = used.tv_sec, .tv_usec = used.tv_nsec / 1000};
  usage->ru_stime = {.tv_sec = 0, .tv_usec = 0};
  return 0;
}

SMPI_REPLACES_LIBC int clock_nanosleep(clockid_t clock, int flags, const timespec* request,
                                       timespec* remaining) {
  static auto* const next =
      next_function<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
  const Callbacks* simulation = callbacks_in_rank();
  const ClockKind kind = smpi::load::kind_of(clock);
  if (simulation == nullptr || kind == ClockKind::foreign) {
    return next(clock, flags, request, remaining);
  }
  return smpi::load::sleep_on(*simulation, clock, flags, request, remaining);
}

SMPI_REPLACES_LIBC int nanosleep(const timespec* request, timespec* remaining) {
  static auto* const next = next_function<int(const timespec*, timespec*)>("nanosleep");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(request, remaining);
  const int error = smpi::load::sleep_on(*simulation, CLOCK_MONOTONIC, 0, request, remaining);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

SMPI_REPLACES_LIBC int thrd_sleep(const timespec* request, timespec* remaining) {
  static auto* const next = next_function<int(const timespec*, timespec*)>("thrd_sleep");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(request, remaining);
  return smpi::load::sleep_on(*simulation, CLOCK_REALTIME, 0, request, remaining) == 0 ? 0 : -2;
}

SMPI_REPLACES_LIBC int usleep(useconds_t microseconds) {
  static auto* const next = next_function<int(useconds_t)>("usleep");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(microseconds);
  simulation->sleep(static_cast<double>(microseconds) * 1e-6);
  return 0;
}

SMPI_REPLACES_LIBC unsigned sleep(unsigned seconds) {
  static auto* const next = next_function<unsigned(unsigned)>("sleep");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next(seconds);
  simulation->sleep(static_cast<double>(seconds));
  return 0;
}

// select and poll are also used as portable sleeps; with descriptors they wait for the real world.
SMPI_REPLACES_LIBC int select(int count, fd_set* read, fd_set* write, fd_set* except,
                              timeval* timeout) {
  static auto* const next = next_function<int(int, fd_set*, fd_set*, fd_set*, timeval*)>("select");
  const Callbacks* simulation = callbacks_in_rank();
  const bool watches = count > 0 && (read != nullptr || write != nullptr || except != nullptr);
  if (simulation == nullptr || watches || timeout == nullptr) {
    return next(count, read, write, except, timeout);
  }
  if (timeout->tv_sec < 0 || timeout->tv_usec < 0) {
    errno = EINVAL;
    return -1;
  }
  simulation->sleep(static_cast<double>(timeout->tv_sec) +
                    static_cast<double>(timeout->tv_usec) * 1e-6);
  *timeout = {.tv_sec = 0, .tv_usec = 0};  // Linux leaves the time that was not slept
  return 0;
}

SMPI_REPLACES_LIBC int pselect(int count, fd_set* read, fd_set* write, fd_set* except,
                               const timespec* timeout, const sigset_t* mask) {
  static auto* const next =
      next_function<int(int, fd_set*, fd_set*, fd_set*, const timespec*, const sigset_t*)>(
          "pselect");
  const Callbacks* simulation = callbacks_in_rank();
  const bool watches = count > 0 && (read != nullptr || write != nullptr || except != nullptr);
  if (simulation == nullptr || watches || timeout == nullptr) {
    return next(count, read, write, except, timeout, mask);
  }
  const int error = smpi::load::sleep_on(*simulation, CLOCK_MONOTONIC, 0, timeout, nullptr);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

SMPI_REPLACES_LIBC int poll(pollfd* files, nfds_t count, int timeout_ms) {
  static auto* const next = next_function<int(pollfd*, nfds_t, int)>("poll");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr || count > 0 || timeout_ms < 0) return next(files, count, timeout_ms);
  simulation->sleep(timeout_ms * 1e-3);
  return 0;
}

SMPI_REPLACES_LIBC int sched_yield() noexcept {
  static auto* const next = next_function<int()>("sched_yield");
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return next();
  simulation->yield();
  return 0;
}
