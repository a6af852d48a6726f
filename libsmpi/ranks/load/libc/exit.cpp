// SPDX-License-Identifier: BSD-3-Clause
//
// The start and the end of a rank as a process.
//
// __libc_start_main is where the start code of any executable, stripped or not and whatever its
// language, hands over its main. Ours runs the constructors of the rank's copy, main and exit in
// the rank's context. exit runs what the rank registered, in the order of ISO C 7.22.4.4 and
// C++ [basic.start.term], then the destructors of its copy, and ends the rank only. Handlers that
// shared libraries register (their dso is not the rank's) stay with libc: other ranks may still
// use those libraries. In a child made by vfork nothing but the child ends.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/copies/program.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

[[noreturn]] SMPI_CALLED_EARLY void end_process(int status) {
  static auto* const next = next_function<void(int)>("_exit");
  next(status);
  __builtin_unreachable();
}

[[noreturn]] void end_rank(int status) {
  if (!in_simulating_process()) end_process(status);
  callbacks_in_rank()->end_rank(status & 0xff);  // what wait(2) would tell
  __builtin_unreachable();
}

// The state to register a handler in: the running rank's when `dso` is part of its program.
SMPI_CALLED_EARLY LibcState* owner_of(const void* dso) {
  LibcState* state = state_in_rank();
  if (state == nullptr || state->instance == nullptr) return nullptr;
  return dso == nullptr || state->instance->contains(dso) ? state : nullptr;
}

// The thread whose thread_local objects an exit destroys: the one that calls it.
Thread& running_thread(LibcState& state) {
  const ThreadCallbacks* threads = thread_callbacks();
  return threads == nullptr ? state.threads.main : threads->current();
}

}  // namespace

void call_handlers(std::vector<ExitHandler>& handlers, int status) {
  while (!handlers.empty()) {
    const ExitHandler handler = handlers.back();
    handlers.pop_back();
    if (handler.function != nullptr) {
      handler.function(handler.argument);
    } else {
      handler.function_with_status(status, handler.argument);
    }
  }
}

void exit_rank(LibcState& state, int status) {
  call_handlers(running_thread(state).exit_handlers, status);
  call_handlers(state.exit_handlers, status);
  if (!state.exiting) state.instance->remove_user();
  state.exiting = true;
  state.instance->run_destructors();
  std::fflush(nullptr);
  end_rank(status);
}

}  // namespace smpi::load

using smpi::load::callbacks_in_rank;
using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::owner_of;
using smpi::load::running_thread;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                         void (*init)(int, char**, char**), void (*fini)(),
                                         void (*rtld_fini)(), void* stack_end) {
  static auto* const next = next_function<decltype(__libc_start_main)>("__libc_start_main");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(main, argc, argv, init, fini, rtld_fini, stack_end);
  char** environment = *state->variables.environ;
  // Before glibc 2.34 the executable itself brought the function that runs its constructors.
  state->instance->run_constructors(argc, argv, environment, init);
  exit(main(argc, argv, *state->variables.environ));
}

SMPI_REPLACES_LIBC void exit(int status) noexcept {
  static auto* const next = next_function<void(int)>("exit");
  if (LibcState* state = state_in_rank(); state != nullptr) smpi::load::exit_rank(*state, status);
  next(status);
  __builtin_unreachable();
}

SMPI_REPLACES_LIBC void _exit(int status) {
  if (callbacks_in_rank() != nullptr) smpi::load::end_rank(status);
  smpi::load::end_process(status);
}

SMPI_REPLACES_LIBC void _Exit(int status) noexcept {
  _exit(status);
}

SMPI_REPLACES_LIBC void quick_exit(int status) noexcept {
  static auto* const next = next_function<void(int)>("quick_exit");
  if (LibcState* state = state_in_rank(); state != nullptr) {
    smpi::load::call_handlers(state->quick_exit_handlers, status);
    smpi::load::end_rank(status);
  }
  next(status);
  __builtin_unreachable();
}

SMPI_REPLACES_LIBC int __cxa_atexit(void (*function)(void*), void* argument, void* dso) noexcept {
  static auto* const next = next_function<int(void (*)(void*), void*, void*)>("__cxa_atexit");
  LibcState* state = owner_of(dso);
  if (state == nullptr) return next(function, argument, dso);
  state->exit_handlers.push_back({.function = function, .argument = argument});
  return 0;
}

SMPI_REPLACES_LIBC int __cxa_at_quick_exit(void (*function)(void*), void* dso) noexcept {
  static auto* const next = next_function<int(void (*)(void*), void*)>("__cxa_at_quick_exit");
  LibcState* state = owner_of(dso);
  if (state == nullptr) return next(function, dso);
  state->quick_exit_handlers.push_back({.function = function});
  return 0;
}

SMPI_REPLACES_LIBC int __cxa_thread_atexit_impl(void (*function)(void*), void* object,
                                                void* dso) noexcept {
  static auto* const next =
      next_function<int(void (*)(void*), void*, void*)>("__cxa_thread_atexit_impl");
  LibcState* state = owner_of(dso);
  if (state == nullptr) return next(function, object, dso);
  running_thread(*state).exit_handlers.push_back({.function = function, .argument = object});
  return 0;
}

SMPI_REPLACES_LIBC int on_exit(void (*function)(int, void*), void* argument) noexcept {
  static auto* const next = next_function<int(void (*)(int, void*), void*)>("on_exit");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(function, argument);
  state->exit_handlers.push_back({.function_with_status = function, .argument = argument});
  return 0;
}
