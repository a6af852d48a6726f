// SPDX-License-Identifier: BSD-3-Clause
//
// Read-write locks of simulated threads. First come, first served: a reader waits behind a writer
// that came before it, so neither kind starves.
#include <pthread.h>

#include <cerrno>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/spinning.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

// In libc's object: its counters and a part of its padding, all zero when the lock is free.
struct ReadWriteLock {
  unsigned readers;
  unsigned writer;  // Thread::number, 0: none
  WaitQueue queue;
};
static_assert(sizeof(ReadWriteLock) <= offsetof(pthread_rwlock_t, __data.__cur_writer));

ReadWriteLock& view(pthread_rwlock_t* lock) {
  return *reinterpret_cast<ReadWriteLock*>(lock);
}

enum class Access : std::uint8_t { read, write };

void take(ReadWriteLock& lock, Access access, const Thread& thread) {
  if (access == Access::write) {
    lock.writer = thread.number;
  } else {
    lock.readers++;
  }
}

bool try_take(ReadWriteLock& lock, Access access, const Thread& thread) {
  const bool free = access == Access::write ? lock.writer == 0 && lock.readers == 0
                                            : lock.writer == 0 && lock.queue.empty();
  if (free) take(lock, access, thread);
  return free;
}

int acquire(const ThreadCallbacks& threads, ReadWriteLock& lock, Access access,
            const void* return_address, double deadline_s = never_s) {
  Thread& thread = threads.current();
  if (lock.writer == thread.number) return EDEADLK;
  if (!threads.measures && try_take(lock, access, thread)) return 0;
  const char* function =
      access == Access::write ? "pthread_rwlock_wrlock" : "pthread_rwlock_rdlock";
  const BlockingCall call(threads, function, return_address);
  if (try_take(lock, access, thread)) return 0;
  WaitEntry entry;
  entry.wants_write = access == Access::write;
  return wait_in(threads, lock.queue, entry, "a read-write lock that another thread holds",
                 deadline_s)
             ? 0
             : ETIMEDOUT;
}

// The lock goes to the writer that is first in the queue, or to all readers before a writer.
void release(const ThreadCallbacks& threads, ReadWriteLock& lock) {
  if (lock.writer != 0) {
    lock.writer = 0;
  } else {
    lock.readers--;
  }
  while (!lock.queue.empty() && lock.writer == 0) {
    WaitEntry& first = *lock.queue.first;
    if (first.wants_write && lock.readers > 0) return;
    lock.queue.remove_first();
    take(lock, first.wants_write ? Access::write : Access::read, *first.thread);
    grant(threads, first);
  }
}

}  // namespace
}  // namespace smpi::load

using smpi::load::Access;
using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_of_caller;
using smpi::load::view;

SMPI_REPLACES_LIBC int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*)>("pthread_rwlock_rdlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock);
  return smpi::load::acquire(*threads, view(lock), Access::read, caller);
}

SMPI_REPLACES_LIBC int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*)>("pthread_rwlock_wrlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock);
  return smpi::load::acquire(*threads, view(lock), Access::write, caller);
}

SMPI_REPLACES_LIBC int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*)>("pthread_rwlock_tryrdlock");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(lock);
  if (smpi::load::try_take(view(lock), Access::read, threads->current())) return 0;
  return smpi::load::after_failed_try(EBUSY);
}

SMPI_REPLACES_LIBC int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*)>("pthread_rwlock_trywrlock");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(lock);
  if (smpi::load::try_take(view(lock), Access::write, threads->current())) return 0;
  return smpi::load::after_failed_try(EBUSY);
}

SMPI_REPLACES_LIBC int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                                  const timespec* time) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*, clockid_t, const timespec*)>(
      "pthread_rwlock_clockrdlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock, clock, time);
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::acquire(*threads, view(lock), Access::read, caller,
                             smpi::load::simulated_time_s(clock, *time));
}

SMPI_REPLACES_LIBC int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                                  const timespec* time) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*, clockid_t, const timespec*)>(
      "pthread_rwlock_clockwrlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock, clock, time);
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::acquire(*threads, view(lock), Access::write, caller,
                             smpi::load::simulated_time_s(clock, *time));
}

SMPI_REPLACES_LIBC int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock,
                                                  const timespec* time) noexcept {
  static auto* const next =
      next_function<int(pthread_rwlock_t*, const timespec*)>("pthread_rwlock_timedrdlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock, time);
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::acquire(*threads, view(lock), Access::read, caller,
                             smpi::load::simulated_time_s(CLOCK_REALTIME, *time));
}

SMPI_REPLACES_LIBC int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock,
                                                  const timespec* time) noexcept {
  static auto* const next =
      next_function<int(pthread_rwlock_t*, const timespec*)>("pthread_rwlock_timedwrlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock, time);
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::acquire(*threads, view(lock), Access::write, caller,
                             smpi::load::simulated_time_s(CLOCK_REALTIME, *time));
}

SMPI_REPLACES_LIBC int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  static auto* const next = next_function<int(pthread_rwlock_t*)>("pthread_rwlock_unlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(lock);
  if (threads->measures || !view(lock).queue.empty()) {
    const smpi::load::BlockingCall call(*threads, "pthread_rwlock_unlock", caller);
    smpi::load::release(*threads, view(lock));
    return 0;
  }
  smpi::load::release(*threads, view(lock));
  return 0;
}
