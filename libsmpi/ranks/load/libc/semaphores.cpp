// SPDX-License-Identifier: BSD-3-Clause
//
// Unnamed and named semaphores of simulated threads. The value is where libc keeps it, so libc's
// sem_getvalue, sem_open and sem_destroy serve; the queue is in the rest of the object.
#include <semaphore.h>

#include <cerrno>
#include <climits>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/spinning.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

struct Semaphore {
  unsigned value;
  unsigned others[3];  // libc's: who waits, shared or private
  WaitQueue queue;
};
static_assert(sizeof(Semaphore) == sizeof(sem_t));

Semaphore& view(sem_t* semaphore) {
  return *reinterpret_cast<Semaphore*>(semaphore);
}

bool try_take(Semaphore& semaphore) {
  if (semaphore.value == 0) return false;
  semaphore.value--;
  return true;
}

// 0, or -1 with errno.
int acquire(const ThreadCallbacks& threads, Semaphore& semaphore, const void* return_address,
            double deadline_s = never_s) {
  const BlockingCall call(threads, "sem_wait", return_address);
  if (try_take(semaphore)) return 0;
  WaitEntry entry;
  if (wait_in(threads, semaphore.queue, entry, "a semaphore", deadline_s)) return 0;
  errno = ETIMEDOUT;
  return -1;
}

int acquire_until(const ThreadCallbacks& threads, Semaphore& semaphore, const void* return_address,
                  clockid_t clock, const timespec* time) {
  if (try_take(semaphore)) return 0;
  if (!is_valid_time(time)) {
    errno = EINVAL;
    return -1;
  }
  return acquire(threads, semaphore, return_address, simulated_time_s(clock, *time));
}

}  // namespace
}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_of_caller;
using smpi::load::view;

SMPI_REPLACES_LIBC int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  static auto* const next = next_function<int(sem_t*, int, unsigned)>("sem_init");
  const int result = next(semaphore, shared, value);
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads != nullptr && result == 0) view(semaphore).queue = {};
  return result;
}

SMPI_REPLACES_LIBC int sem_wait(sem_t* semaphore) {
  static auto* const next = next_function<int(sem_t*)>("sem_wait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(semaphore);
  return smpi::load::acquire(*threads, view(semaphore), caller);
}

SMPI_REPLACES_LIBC int sem_trywait(sem_t* semaphore) noexcept {
  static auto* const next = next_function<int(sem_t*)>("sem_trywait");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(semaphore);
  if (smpi::load::try_take(view(semaphore))) return 0;
  errno = smpi::load::after_failed_try(EAGAIN);
  return -1;
}

SMPI_REPLACES_LIBC int sem_timedwait(sem_t* semaphore, const timespec* time) {
  static auto* const next = next_function<int(sem_t*, const timespec*)>("sem_timedwait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(semaphore, time);
  return smpi::load::acquire_until(*threads, view(semaphore), caller, CLOCK_REALTIME, time);
}

SMPI_REPLACES_LIBC int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  static auto* const next = next_function<int(sem_t*, clockid_t, const timespec*)>("sem_clockwait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(semaphore, clock, time);
  return smpi::load::acquire_until(*threads, view(semaphore), caller, clock, time);
}

SMPI_REPLACES_LIBC int sem_post(sem_t* semaphore) noexcept {
  static auto* const next = next_function<int(sem_t*)>("sem_post");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(semaphore);
  const smpi::load::BlockingCall call(*threads, "sem_post", caller);
  smpi::load::Semaphore& object = view(semaphore);
  if (smpi::load::WaitEntry* entry = object.queue.remove_first()) {
    grant(*threads, *entry);
    return 0;
  }
  if (object.value == SEM_VALUE_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  object.value++;
  return 0;
}
