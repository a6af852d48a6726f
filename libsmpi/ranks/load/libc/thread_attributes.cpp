// SPDX-License-Identifier: BSD-3-Clause
//
// Names, processors and priorities of simulated threads. They have none: a name or a priority given
// to one is accepted and has no effect, and a question is answered for the thread of the system
// that runs the simulation.
#include <pthread.h>
#include <sched.h>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"

namespace smpi::load {
namespace {

// Is it a thread that the running rank made?
bool is_simulated(pthread_t handle) {
  const ThreadCallbacks* threads = threads_in_rank();
  if (threads == nullptr) return false;
  for (const auto& other : threads->current().state->threads.others) {
    if (reinterpret_cast<pthread_t>(other.get()) == handle) return true;
  }
  return false;
}

pthread_t real_thread(pthread_t handle) {
  return is_simulated(handle) ? reinterpret_cast<pthread_t>(__builtin_thread_pointer()) : handle;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::is_simulated;
using smpi::load::next_function;
using smpi::load::real_thread;

SMPI_REPLACES_LIBC int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  static auto* const next = next_function<int(pthread_t, const char*)>("pthread_setname_np");
  return is_simulated(thread) ? 0 : next(thread, name);
}

SMPI_REPLACES_LIBC int pthread_getname_np(pthread_t thread, char* name,
                                          std::size_t size_bytes) noexcept {
  static auto* const next = next_function<int(pthread_t, char*, std::size_t)>("pthread_getname_np");
  return next(real_thread(thread), name, size_bytes);
}

SMPI_REPLACES_LIBC int pthread_setaffinity_np(pthread_t thread, std::size_t size_bytes,
                                              const cpu_set_t* processors) noexcept {
  static auto* const next =
      next_function<int(pthread_t, std::size_t, const cpu_set_t*)>("pthread_setaffinity_np");
  return is_simulated(thread) ? 0 : next(thread, size_bytes, processors);
}

SMPI_REPLACES_LIBC int pthread_getaffinity_np(pthread_t thread, std::size_t size_bytes,
                                              cpu_set_t* processors) noexcept {
  static auto* const next =
      next_function<int(pthread_t, std::size_t, cpu_set_t*)>("pthread_getaffinity_np");
  return next(real_thread(thread), size_bytes, processors);
}

SMPI_REPLACES_LIBC int pthread_setschedparam(pthread_t thread, int policy,
                                             const sched_param* parameters) noexcept {
  static auto* const next =
      next_function<int(pthread_t, int, const sched_param*)>("pthread_setschedparam");
  return is_simulated(thread) ? 0 : next(thread, policy, parameters);
}

SMPI_REPLACES_LIBC int pthread_getschedparam(pthread_t thread, int* policy,
                                             sched_param* parameters) noexcept {
  static auto* const next =
      next_function<int(pthread_t, int*, sched_param*)>("pthread_getschedparam");
  return next(real_thread(thread), policy, parameters);
}
