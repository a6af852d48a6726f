// SPDX-License-Identifier: BSD-3-Clause
//
// Mutexes of simulated threads.
//
// In libc's object, its fields: the kind is where libc and the static initialisers put it, the
// queue where libc links robust mutexes. A free mutex is as libc's, so it costs nothing to make one
// and a lock by a real thread meets a busy one. Unlocking hands the mutex to who waited longest.
//
// Mutexes of libraries that ranks share stay real, because threads of the libraries' own take them
// too. A rank may hold one where another goes on: when a library reads the clock, sleeps, yields or
// calls MPI under its lock. Whoever wants it then lets simulated time pass; to block would stop the
// one thread that runs all ranks.
#include <pthread.h>
#include <unistd.h>

#include <cerrno>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/spinning.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

struct Mutex {
  int lock;         // 0: free
  unsigned count;   // of a recursive mutex: locks beyond the first
  unsigned owner;   // Thread::number
  unsigned unused;  // libc refuses to destroy a mutex when it is not 0
  int kind;
  int padding;
  WaitQueue queue;
};
static_assert(sizeof(Mutex) == sizeof(pthread_mutex_t));

// No value of libc's, which uses 0, 1, 2 and those with the highest bits set.
constexpr int locked_by_us = 0x534d5049;

Mutex& view(pthread_mutex_t& mutex) {
  return *reinterpret_cast<Mutex*>(&mutex);
}

// PTHREAD_MUTEX_ERRORCHECK_NP and the like, without the bits for priorities and sharing.
int type_of(const Mutex& mutex) {
  return mutex.kind & 3;
}

// Computation before and under a lock takes its time there, or another thread would find the mutex
// free that is still held in simulated time.
void charge_computation(const ThreadCallbacks& threads, const char* function,
                        const void* return_address) {
  if (threads.measures && threads.current().state->threads.running_count > 0) {
    const BlockingCall call(threads, function, return_address);
  }
}

void take(Mutex& mutex, const Thread& thread) {
  mutex.lock = locked_by_us;
  mutex.owner = thread.number;
  mutex.count = 0;
}

// What happens when the owner locks again.
int lock_again(Mutex& mutex) {
  if (type_of(mutex) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  mutex.count++;
  return 0;
}

}  // namespace

bool is_simulated_lock(const pthread_mutex_t& mutex) {
  return view(const_cast<pthread_mutex_t&>(mutex)).lock == locked_by_us;
}

int try_lock_mutex(const ThreadCallbacks& threads, pthread_mutex_t& object) {
  Mutex& mutex = view(object);
  const Thread& thread = threads.current();
  if (mutex.lock == 0) {
    take(mutex, thread);
    return 0;
  }
  const bool again = mutex.lock == locked_by_us && mutex.owner == thread.number;
  if (!again || type_of(mutex) != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
  return lock_again(mutex);
}

int lock_mutex(const ThreadCallbacks& threads, pthread_mutex_t& object, const char* function,
               const void* return_address, double deadline_s) {
  Mutex& mutex = view(object);
  Thread& thread = threads.current();
  charge_computation(threads, function, return_address);
  count_lock(threads, thread);
  if (mutex.lock == 0) {
    take(mutex, thread);
    return 0;
  }
  const bool again = mutex.lock == locked_by_us && mutex.owner == thread.number;
  if (again &&
      (type_of(mutex) == PTHREAD_MUTEX_RECURSIVE || type_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)) {
    return lock_again(mutex);
  }
  const BlockingCall call(threads, function, return_address);
  if (mutex.lock == 0) {  // while the computation before the call passed
    take(mutex, thread);
    return 0;
  }
  WaitEntry entry;
  return wait_in(threads, mutex.queue, entry, "a mutex that another thread holds", deadline_s)
             ? 0
             : ETIMEDOUT;
}

int unlock_mutex(const ThreadCallbacks& threads, pthread_mutex_t& object,
                 const void* return_address) {
  Mutex& mutex = view(object);
  const bool is_owner = mutex.lock == locked_by_us && mutex.owner == threads.current().number;
  if (!is_owner && type_of(mutex) != PTHREAD_MUTEX_NORMAL) return EPERM;
  if (mutex.count > 0) {
    mutex.count--;
    return 0;
  }
  charge_computation(threads, "pthread_mutex_unlock", return_address);
  WaitEntry* next = mutex.queue.remove_first();
  if (next == nullptr) {
    mutex.lock = 0;
    mutex.owner = 0;
    return 0;
  }
  take(mutex, *next->thread);
  grant(threads, *next);
  return 0;
}

// Does a rank hold this real mutex? One that the same owner may lock again, or that says so, is
// left to libc.
bool is_held_by_rank(pthread_mutex_t& mutex) {
  static const auto simulating_thread = static_cast<unsigned>(gettid());
  const Mutex& fields = view(mutex);
  const int type = type_of(fields);
  return fields.owner == simulating_thread && fields.lock != 0 &&
         (type == PTHREAD_MUTEX_NORMAL || type == PTHREAD_MUTEX_ADAPTIVE_NP);
}

// Waits until no other rank holds the real mutex. Outside ranks it is libc's to wait.
SMPI_CALLED_EARLY void wait_for_ranks(pthread_mutex_t& mutex) {
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr) return;
  while (is_held_by_rank(mutex)) simulation->yield();
}

// The same until a simulated time, if it is valid: false when it has come.
SMPI_CALLED_EARLY bool wait_for_ranks(pthread_mutex_t& mutex, clockid_t clock,
                                      const timespec* time) {
  const Callbacks* simulation = callbacks_in_rank();
  if (simulation == nullptr || !is_valid_time(time)) return true;
  while (is_held_by_rank(mutex)) {
    if (simulation->now_s() >= simulated_time_s(clock, *time)) return false;
    simulation->yield();
  }
  return true;
}

}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_of_caller;

SMPI_REPLACES_LIBC int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  static auto* const next = next_function<int(pthread_mutex_t*)>("pthread_mutex_lock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) {
    smpi::load::wait_for_ranks(*mutex);
    return next(mutex);
  }
  return smpi::load::lock_mutex(*threads, *mutex, "pthread_mutex_lock", caller);
}

SMPI_REPLACES_LIBC int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  static auto* const next = next_function<int(pthread_mutex_t*)>("pthread_mutex_trylock");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(mutex);
  const int error = smpi::load::try_lock_mutex(*threads, *mutex);
  return error == 0 ? 0 : smpi::load::after_failed_try(error);
}

SMPI_REPLACES_LIBC int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                               const timespec* time) noexcept {
  static auto* const next =
      next_function<int(pthread_mutex_t*, clockid_t, const timespec*)>("pthread_mutex_clocklock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) {
    return smpi::load::wait_for_ranks(*mutex, clock, time) ? next(mutex, clock, time) : ETIMEDOUT;
  }
  const int error = smpi::load::try_lock_mutex(*threads, *mutex);
  if (error == 0) return 0;
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::lock_mutex(*threads, *mutex, "pthread_mutex_timedlock", caller,
                                smpi::load::simulated_time_s(clock, *time));
}

SMPI_REPLACES_LIBC int pthread_mutex_timedlock(pthread_mutex_t* mutex,
                                               const timespec* time) noexcept {
  static auto* const next =
      next_function<int(pthread_mutex_t*, const timespec*)>("pthread_mutex_timedlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) {
    return smpi::load::wait_for_ranks(*mutex, CLOCK_REALTIME, time) ? next(mutex, time) : ETIMEDOUT;
  }
  const int error = smpi::load::try_lock_mutex(*threads, *mutex);
  if (error == 0) return 0;
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::lock_mutex(*threads, *mutex, "pthread_mutex_timedlock", caller,
                                smpi::load::simulated_time_s(CLOCK_REALTIME, *time));
}

SMPI_REPLACES_LIBC int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  static auto* const next = next_function<int(pthread_mutex_t*)>("pthread_mutex_unlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !smpi::load::is_simulated_lock(*mutex)) return next(mutex);
  return smpi::load::unlock_mutex(*threads, *mutex, caller);
}
