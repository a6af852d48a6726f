// SPDX-License-Identifier: BSD-3-Clause
//
// Counting calls that may be a loop that waits.
#include "libsmpi/ranks/load/threads/spinning.h"

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"

namespace smpi::load {
namespace {

constexpr std::uint32_t free_locks = 1000;
constexpr double succession_s = 1e-7;  // at most so long from one lock of a loop to the next
constexpr double call_s = 1e-7;

void let_time_pass() {
  if (const Callbacks* simulation = callbacks_in_rank()) simulation->sleep(call_s);
}

}  // namespace

int after_failed_try(int error) {
  let_time_pass();
  return error;
}

void count_lock(const ThreadCallbacks& threads, Thread& thread) {
  if (thread.state->threads.running_count == 0) return;
  if (threads.time_s() - thread.last_lock_s > succession_s) thread.quick_locks = 0;
  if (++thread.quick_locks > free_locks) let_time_pass();
  thread.last_lock_s = threads.time_s();
}

}  // namespace smpi::load
