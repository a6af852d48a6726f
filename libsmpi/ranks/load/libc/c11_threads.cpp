// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of C11 (ISO C 7.26): the same objects as POSIX's under other names and results. libc's
// mtx_init, cnd_init and their ends serve.
#include <sched.h>
#include <threads.h>

#include <cerrno>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/spinning.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

int c11_result(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

pthread_mutex_t& posix(mtx_t* mutex) {
  return *reinterpret_cast<pthread_mutex_t*>(mutex);
}
pthread_cond_t& posix(cnd_t* condition) {
  return *reinterpret_cast<pthread_cond_t*>(condition);
}

}  // namespace
}  // namespace smpi::load

using smpi::load::c11_result;
using smpi::load::is_simulated_key;
using smpi::load::is_simulated_lock;
using smpi::load::next_function;
using smpi::load::posix;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_in_rank;
using smpi::load::threads_of_caller;

SMPI_REPLACES_LIBC int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  static auto* const next = next_function<int(thrd_t*, thrd_start_t, void*)>("thrd_create");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(thread, function, argument);
  return c11_result(smpi::load::create_thread(
      *threads, {.function_c11 = function, .argument = argument}, thread, caller));
}

SMPI_REPLACES_LIBC int thrd_join(thrd_t thread, int* result) {
  static auto* const next = next_function<int(thrd_t, int*)>("thrd_join");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(thread, result);
  void* value = nullptr;
  const int error = smpi::load::join_thread(*threads, thread, &value, caller);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return c11_result(error);
}

SMPI_REPLACES_LIBC int thrd_detach(thrd_t thread) {
  static auto* const next = next_function<int(thrd_t)>("thrd_detach");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(thread);
  return c11_result(smpi::load::detach_thread(*threads, thread));
}

SMPI_REPLACES_LIBC thrd_t thrd_current() {
  static auto* const next = next_function<thrd_t()>("thrd_current");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  return threads == nullptr ? next() : smpi::load::running_thread_handle(*threads);
}

SMPI_REPLACES_LIBC void thrd_exit(int result) {
  static auto* const next = next_function<void(int)>("thrd_exit");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads != nullptr) {
    smpi::load::exit_thread(*threads, reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
  }
  next(result);
  __builtin_unreachable();
}

SMPI_REPLACES_LIBC void thrd_yield() {
  sched_yield();
}

SMPI_REPLACES_LIBC int mtx_lock(mtx_t* mutex) {
  static auto* const next = next_function<int(mtx_t*)>("mtx_lock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(mutex);
  return c11_result(smpi::load::lock_mutex(*threads, posix(mutex), "mtx_lock", caller));
}

SMPI_REPLACES_LIBC int mtx_trylock(mtx_t* mutex) {
  static auto* const next = next_function<int(mtx_t*)>("mtx_trylock");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(mutex);
  const int error = smpi::load::try_lock_mutex(*threads, posix(mutex));
  return c11_result(error == 0 ? 0 : smpi::load::after_failed_try(error));
}

SMPI_REPLACES_LIBC int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  static auto* const next = next_function<int(mtx_t*, const timespec*)>("mtx_timedlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(mutex, time);
  if (!smpi::load::is_valid_time(time)) return thrd_error;
  return c11_result(smpi::load::lock_mutex(*threads, posix(mutex), "mtx_timedlock", caller,
                                           smpi::load::simulated_time_s(CLOCK_REALTIME, *time)));
}

SMPI_REPLACES_LIBC int mtx_unlock(mtx_t* mutex) {
  static auto* const next = next_function<int(mtx_t*)>("mtx_unlock");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !is_simulated_lock(posix(mutex))) return next(mutex);
  return c11_result(smpi::load::unlock_mutex(*threads, posix(mutex), caller));
}

SMPI_REPLACES_LIBC int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  static auto* const next = next_function<int(cnd_t*, mtx_t*)>("cnd_wait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !is_simulated_lock(posix(mutex))) return next(condition, mutex);
  return c11_result(
      smpi::load::wait_for_condition(*threads, posix(condition), posix(mutex), caller));
}

SMPI_REPLACES_LIBC int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  static auto* const next = next_function<int(cnd_t*, mtx_t*, const timespec*)>("cnd_timedwait");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr || !is_simulated_lock(posix(mutex))) {
    return next(condition, mutex, time);
  }
  if (!smpi::load::is_valid_time(time)) return thrd_error;
  return c11_result(
      smpi::load::wait_for_condition(*threads, posix(condition), posix(mutex), caller,
                                     smpi::load::simulated_time_s(CLOCK_REALTIME, *time)));
}

SMPI_REPLACES_LIBC int cnd_signal(cnd_t* condition) {
  static auto* const next = next_function<int(cnd_t*)>("cnd_signal");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(condition);
  smpi::load::signal_condition(*threads, posix(condition), false, caller);
  return thrd_success;
}

SMPI_REPLACES_LIBC int cnd_broadcast(cnd_t* condition) {
  static auto* const next = next_function<int(cnd_t*)>("cnd_broadcast");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(condition);
  smpi::load::signal_condition(*threads, posix(condition), true, caller);
  return thrd_success;
}

SMPI_REPLACES_LIBC void call_once(once_flag* flag, void (*function)()) {
  static auto* const next = next_function<void(once_flag*, void (*)())>("call_once");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(flag, function);
  smpi::load::run_once(*threads, *reinterpret_cast<int*>(flag), function, caller);
}

SMPI_REPLACES_LIBC int tss_create(tss_t* key, tss_dtor_t destructor) {
  static auto* const next = next_function<int(tss_t*, tss_dtor_t)>("tss_create");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(key, destructor);
  return c11_result(smpi::load::create_key(*threads, key, destructor));
}

SMPI_REPLACES_LIBC void tss_delete(tss_t key) {
  static auto* const next = next_function<void(tss_t)>("tss_delete");
  const ThreadCallbacks* threads = is_simulated_key(key) ? threads_in_rank() : nullptr;
  if (threads == nullptr) return next(key);
  smpi::load::delete_key(*threads, key);
}

SMPI_REPLACES_LIBC void* tss_get(tss_t key) {
  static auto* const next = next_function<void*(tss_t)>("tss_get");
  const ThreadCallbacks* threads = is_simulated_key(key) ? threads_in_rank() : nullptr;
  return threads == nullptr ? next(key) : smpi::load::value_of_key(*threads, key);
}

SMPI_REPLACES_LIBC int tss_set(tss_t key, void* value) {
  static auto* const next = next_function<int(tss_t, void*)>("tss_set");
  const ThreadCallbacks* threads = is_simulated_key(key) ? threads_in_rank() : nullptr;
  if (threads == nullptr) return next(key, value);
  return c11_result(smpi::load::set_value_of_key(*threads, key, value));
}
