// SPDX-License-Identifier: BSD-3-Clause
//
// Condition variables of simulated threads.
//
// The queue and a mark lie where libc counts its waiters; the clock that libc's pthread_cond_init
// notes stays where it is. The mark tells a queue of ours from libc's counters: the C++ run-time
// library calls these functions for every library.
#include <pthread.h>

#include <cerrno>
#include <cstring>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

struct Condition {
  WaitQueue queue;
  std::uint64_t mark;
};
static_assert(sizeof(Condition) <= offsetof(pthread_cond_t, __data.__g_size));

constexpr std::uint64_t used_by_us = 0x736d7069636f6e64;
// PTHREAD_COND_CLOCK_MONOTONIC_MASK of libc.
constexpr unsigned monotonic_flag = 2;

Condition& view(pthread_cond_t& condition) {
  return *reinterpret_cast<Condition*>(&condition);
}

clockid_t clock_of(const pthread_cond_t& condition) {
  return (condition.__data.__wrefs & monotonic_flag) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

}  // namespace

int wait_for_condition(const ThreadCallbacks& threads, pthread_cond_t& object,
                       pthread_mutex_t& mutex, const void* return_address, double deadline_s) {
  const BlockingCall call(threads, "pthread_cond_wait", return_address);
  Condition& condition = view(object);
  if (condition.mark != used_by_us) condition = {.queue = {}, .mark = used_by_us};
  // Enters the queue before the mutex is free: a signal in between must not be lost. Unlocking
  // itself wakes at most the next owner, so nothing runs before this thread waits.
  const int error = unlock_mutex(threads, mutex, return_address);
  if (error != 0) return error;
  WaitEntry entry;
  const bool signalled =
      wait_in(threads, condition.queue, entry, "a condition variable", deadline_s);
  lock_mutex(threads, mutex, "pthread_cond_wait", return_address);
  return signalled ? 0 : ETIMEDOUT;
}

void signal_condition(const ThreadCallbacks& threads, pthread_cond_t& object, bool all,
                      const void* return_address) {
  Condition& condition = view(object);
  if (condition.mark != used_by_us || condition.queue.empty()) return;
  const BlockingCall call(threads, all ? "pthread_cond_broadcast" : "pthread_cond_signal",
                          return_address);
  while (WaitEntry* entry = condition.queue.remove_first()) {
    grant(threads, *entry);
    if (!all) return;
  }
}

}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_of_caller;

SMPI_REPLACES_LIBC int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  static auto* const next =
      next_function<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !smpi::load::is_simulated_lock(*mutex)) return next(condition, mutex);
  return smpi::load::wait_for_condition(*threads, *condition, *mutex, caller);
}

SMPI_REPLACES_LIBC int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                              clockid_t clock, const timespec* time) {
  static auto* const next =
      next_function<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>(
          "pthread_cond_clockwait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !smpi::load::is_simulated_lock(*mutex)) {
    return next(condition, mutex, clock, time);
  }
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::wait_for_condition(*threads, *condition, *mutex, caller,
                                        smpi::load::simulated_time_s(clock, *time));
}

SMPI_REPLACES_LIBC int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                              const timespec* time) {
  static auto* const next = next_function<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)>(
      "pthread_cond_timedwait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !smpi::load::is_simulated_lock(*mutex)) {
    return next(condition, mutex, time);
  }
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  const clockid_t clock = smpi::load::clock_of(*condition);
  return smpi::load::wait_for_condition(*threads, *condition, *mutex, caller,
                                        smpi::load::simulated_time_s(clock, *time));
}

// libc's does nothing when nobody waits in its way.
SMPI_REPLACES_LIBC int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  static auto* const next = next_function<int(pthread_cond_t*)>("pthread_cond_signal");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || smpi::load::view(*condition).mark != smpi::load::used_by_us) {
    return next(condition);
  }
  smpi::load::signal_condition(*threads, *condition, false, caller);
  return 0;
}

SMPI_REPLACES_LIBC int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  static auto* const next = next_function<int(pthread_cond_t*)>("pthread_cond_broadcast");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || smpi::load::view(*condition).mark != smpi::load::used_by_us) {
    return next(condition);
  }
  smpi::load::signal_condition(*threads, *condition, true, caller);
  return 0;
}
