// SPDX-License-Identifier: BSD-3-Clause
//
// Making, joining and ending threads (POSIX, pthread_create and the like).
//
// The pthread_t of a thread is the address of our Thread, that of the main thread is the real one,
// which functions of libc take that are not replaced.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unwind.h>

#include <cerrno>
#include <csetjmp>
#include <cstring>
#include <utility>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/spinning.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"
#include "libsmpi/ranks/load/threads/thread_variables.h"
#include "libsmpi/ranks/load/threads/wait_queue.h"

namespace smpi::load {
namespace {

pthread_t handle_of(const Thread& thread) {
  const bool is_main = &thread == &thread.state->threads.main;
  return is_main ? reinterpret_cast<pthread_t>(__builtin_thread_pointer())
                 : reinterpret_cast<pthread_t>(&thread);
}

// The thread of the running rank with that handle, nullptr when there is none; sets `is_main` for
// the handle of its main thread.
Thread* find_thread(const ThreadCallbacks& threads, pthread_t handle) {
  RankThreads& all = threads.current().state->threads;
  if (handle == reinterpret_cast<pthread_t>(__builtin_thread_pointer())) return &all.main;
  for (const auto& other : all.others) {
    if (handle_of(*other) == handle) return other.get();
  }
  return nullptr;
}

int join_until(const ThreadCallbacks& threads, pthread_t handle, void** result,
               const void* return_address, double deadline_s) {
  Thread* thread = find_thread(threads, handle);
  if (thread == nullptr) return ESRCH;
  if (thread == &threads.current()) return EDEADLK;
  if (thread->detached || thread->joiner != nullptr) return EINVAL;
  const BlockingCall call(threads, "pthread_join", return_address);
  thread->joiner = threads.strand();
  while (!thread->finished) {
    if (!threads.suspend("the end of a thread", deadline_s) && !thread->finished) {
      thread->joiner = nullptr;
      return ETIMEDOUT;
    }
  }
  if (result != nullptr) *result = thread->result;
  if (thread != &thread->state->threads.main) forget_thread(*thread);
  return 0;
}

// The handlers of pthread_cleanup_push in C without exceptions wait in jump buffers; each ends in
// __pthread_unwind_next.
[[noreturn]] void run_next_cleanup(Thread& thread) {
  if (thread.cleanups.empty()) end_thread(thread, thread.result);
  void* buffer = thread.cleanups.back();
  thread.cleanups.pop_back();
  longjmp(static_cast<__jmp_buf_tag*>(buffer), 1);
}

// C++ destructors and handlers of the frames above run_thread run as for an exception.
_Unwind_Reason_Code stop_unwinding(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                   _Unwind_Exception*, _Unwind_Context* context, void* argument) {
  Thread& thread = *static_cast<Thread*>(argument);
  const bool at_base = thread.frame != 0 && _Unwind_GetCFA(context) > thread.frame;
  if (at_base || (actions & _UA_END_OF_STACK) != 0) end_thread(thread, thread.result);
  return _URC_NO_REASON;
}

}  // namespace

int create_thread(const ThreadCallbacks& threads, const ThreadStart& start, pthread_t* handle,
                  const void* return_address) {
  const BlockingCall call(threads, "pthread_create", return_address);
  LibcState& state = *threads.current().state;
  auto thread = std::make_unique<Thread>();
  thread->state = &state;
  thread->start = start.function;
  thread->start_c11 = start.function_c11;
  thread->argument = start.argument;
  thread->detached = start.detached;
  thread->blocks = std::make_unique<ThreadBlocks>(*state.instance);
  if (!threads.start(*thread, start.stack_bytes)) return EAGAIN;
  state.threads.running_count++;
  state.threads.others.push_back(std::move(thread));
  *handle = handle_of(*state.threads.others.back());
  return 0;
}

int join_thread(const ThreadCallbacks& threads, pthread_t handle, void** result,
                const void* return_address) {
  return join_until(threads, handle, result, return_address, never_s);
}

int detach_thread(const ThreadCallbacks& threads, pthread_t handle) {
  Thread* thread = find_thread(threads, handle);
  if (thread == nullptr) return ESRCH;
  if (thread->detached) return EINVAL;
  thread->detached = true;
  if (thread->finished && thread != &thread->state->threads.main) forget_thread(*thread);
  return 0;
}

pthread_t running_thread_handle(const ThreadCallbacks& threads) {
  return handle_of(threads.current());
}

void exit_thread(const ThreadCallbacks& threads, void* result) {
  Thread& thread = threads.current();
  thread.result = result;
  if (!thread.cleanups.empty()) run_next_cleanup(thread);
  auto* exception = new _Unwind_Exception{};
  std::memcpy(&exception->exception_class, "SMPIEXIT", 8);
  _Unwind_ForcedUnwind(exception, stop_unwinding, &thread);
  end_thread(thread, result);
}

}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_of_caller;

SMPI_REPLACES_LIBC int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                      void* (*function)(void*), void* argument) noexcept {
  static auto* const next =
      next_function<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>(
          "pthread_create");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(handle, attributes, function, argument);
  smpi::load::ThreadStart start{.function = function, .argument = argument};
  if (attributes != nullptr) {
    int state = PTHREAD_CREATE_JOINABLE;
    pthread_attr_getdetachstate(attributes, &state);
    start.detached = state == PTHREAD_CREATE_DETACHED;
    std::size_t own_stack_bytes = 0;
    void* own_stack = nullptr;
    pthread_attr_getstack(attributes, &own_stack, &own_stack_bytes);
    start.stack_bytes = own_stack_bytes;
  }
  return smpi::load::create_thread(*threads, start, handle, caller);
}

SMPI_REPLACES_LIBC int pthread_join(pthread_t handle, void** result) {
  static auto* const next = next_function<int(pthread_t, void**)>("pthread_join");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(handle, result);
  return smpi::load::join_thread(*threads, handle, result, caller);
}

SMPI_REPLACES_LIBC int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  static auto* const next = next_function<int(pthread_t, void**)>("pthread_tryjoin_np");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(handle, result);
  const smpi::load::Thread* thread = smpi::load::find_thread(*threads, handle);
  if (thread != nullptr && !thread->finished) return smpi::load::after_failed_try(EBUSY);
  return smpi::load::join_thread(*threads, handle, result, nullptr);
}

SMPI_REPLACES_LIBC int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* time) {
  static auto* const next =
      next_function<int(pthread_t, void**, const timespec*)>("pthread_timedjoin_np");
  const void* caller = __builtin_return_address(0);
  const ThreadCallbacks* threads = threads_of_caller(caller);
  if (threads == nullptr) return next(handle, result, time);
  if (!smpi::load::is_valid_time(time)) return EINVAL;
  return smpi::load::join_until(*threads, handle, result, caller,
                                smpi::load::simulated_time_s(CLOCK_REALTIME, *time));
}

SMPI_REPLACES_LIBC int pthread_detach(pthread_t handle) noexcept {
  static auto* const next = next_function<int(pthread_t)>("pthread_detach");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(handle);
  return smpi::load::detach_thread(*threads, handle);
}

SMPI_REPLACES_LIBC pthread_t pthread_self() noexcept {
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return reinterpret_cast<pthread_t>(__builtin_thread_pointer());
  return smpi::load::running_thread_handle(*threads);
}

SMPI_REPLACES_LIBC void pthread_exit(void* result) {
  static auto* const next = next_function<void(void*)>("pthread_exit");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads != nullptr) smpi::load::exit_thread(*threads, result);
  next(result);
  __builtin_unreachable();
}

// What pthread_cleanup_push and pthread_cleanup_pop are in C.
SMPI_REPLACES_LIBC void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  static auto* const next =
      next_function<void(__pthread_unwind_buf_t*)>("__pthread_register_cancel");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(buffer);
  threads->current().cleanups.push_back(buffer);
}

SMPI_REPLACES_LIBC void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  static auto* const next =
      next_function<void(__pthread_unwind_buf_t*)>("__pthread_unregister_cancel");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(buffer);
  threads->current().cleanups.pop_back();
}

SMPI_REPLACES_LIBC void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  static auto* const next = next_function<void(__pthread_unwind_buf_t*)>("__pthread_unwind_next");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads != nullptr) smpi::load::run_next_cleanup(threads->current());
  next(buffer);
  __builtin_unreachable();
}
