// SPDX-License-Identifier: BSD-3-Clause
//
// The one variable of the replaced C library functions.
#include "libsmpi/ranks/load/callbacks.h"

#include <pthread.h>
#include <unistd.h>

#include "kernel/error.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

constinit Callbacks active{};
// The thread that runs the simulation. Threads that libraries start (OpenBLAS' workers yield and
// read clocks) are outside it: for them the C library is what it always was.
constinit const void* simulation_thread = nullptr;

// The thread pointer names the thread; pthread_self() is one of the replaced functions.
SMPI_CALLED_EARLY bool is_simulated() {
  return active.state != nullptr && __builtin_thread_pointer() == simulation_thread;
}

// The rank's environment becomes libc's, for getenv, setenv and what the child starts.
void leave_in_child() {
  if (active.state == nullptr) return;
  if (const LibcState* state = state_in_rank()) environ = *state->variables.environ;
  auto* const forked = active.forked;
  active = Callbacks{};
  forked();
}

}  // namespace

void set_callbacks(const Callbacks& callbacks) {
  SIM_ASSERT(callbacks.state != nullptr && callbacks.end_rank != nullptr &&
                 callbacks.now_s != nullptr && callbacks.sleep != nullptr &&
                 callbacks.yield != nullptr && callbacks.host_name != nullptr &&
                 callbacks.is_host != nullptr && callbacks.is_stack_guard != nullptr &&
                 callbacks.crashed != nullptr && callbacks.forked != nullptr,
             "every callback of the loader is needed");
  simulation_thread = __builtin_thread_pointer();
  active = callbacks;
  note_simulating_process();
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, leave_in_child);
}

void clear_callbacks() {
  active = Callbacks{};
}

SMPI_CALLED_EARLY const Callbacks* callbacks_in_rank() {
  return is_simulated() && active.state() != nullptr ? &active : nullptr;
}

const Callbacks* callbacks_in_run() {
  return is_simulated() ? &active : nullptr;
}

SMPI_CALLED_EARLY LibcState* state_in_rank() {
  return is_simulated() ? active.state() : nullptr;
}

}  // namespace smpi::load
