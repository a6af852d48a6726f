// SPDX-License-Identifier: BSD-3-Clause
//
// Thread-specific data of simulated threads. Keys of ranks have numbers that libc never gives, so
// that a key says whose it is, wherever it is used.
#include <pthread.h>

#include <cerrno>

#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/thread_calls.h"

namespace smpi::load {
namespace {

constexpr unsigned first_key = 1U << 20;  // libc has 1,024

SpecificKey* find_key(const ThreadCallbacks& threads, unsigned key) {
  std::vector<SpecificKey>& keys = threads.current().state->threads.keys;
  const std::size_t index = key - first_key;
  return index < keys.size() && keys[index].used ? &keys[index] : nullptr;
}

}  // namespace

bool is_simulated_key(unsigned key) {
  return key >= first_key;
}

int create_key(const ThreadCallbacks& threads, unsigned* key, void (*destructor)(void*)) {
  std::vector<SpecificKey>& keys = threads.current().state->threads.keys;
  std::size_t index = 0;
  while (index < keys.size() && keys[index].used) index++;
  if (index == PTHREAD_KEYS_MAX) return EAGAIN;
  if (index == keys.size()) keys.emplace_back();
  keys[index] = {.used = true, .destructor = destructor};
  *key = first_key + static_cast<unsigned>(index);
  return 0;
}

// A later key with the number must find no value.
int delete_key(const ThreadCallbacks& threads, unsigned key) {
  SpecificKey* found = find_key(threads, key);
  if (found == nullptr) return EINVAL;
  *found = {};
  const std::size_t index = key - first_key;
  RankThreads& all = threads.current().state->threads;
  const auto clear = [&](Thread& thread) {
    if (index < thread.specific.size()) thread.specific[index] = nullptr;
  };
  clear(all.main);
  for (const auto& other : all.others) clear(*other);
  return 0;
}

void* value_of_key(const ThreadCallbacks& threads, unsigned key) {
  const Thread& thread = threads.current();
  const std::size_t index = key - first_key;
  return index < thread.specific.size() ? thread.specific[index] : nullptr;
}

int set_value_of_key(const ThreadCallbacks& threads, unsigned key, const void* value) {
  if (find_key(threads, key) == nullptr) return EINVAL;
  Thread& thread = threads.current();
  const std::size_t index = key - first_key;
  if (index >= thread.specific.size()) thread.specific.resize(index + 1);
  thread.specific[index] = const_cast<void*>(value);
  return 0;
}

}  // namespace smpi::load

using smpi::load::is_simulated_key;
using smpi::load::next_function;
using smpi::load::ThreadCallbacks;
using smpi::load::threads_in_rank;
using smpi::load::threads_of_caller;

SMPI_REPLACES_LIBC int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  static auto* const next =
      next_function<int(pthread_key_t*, void (*)(void*))>("pthread_key_create");
  const ThreadCallbacks* threads = threads_of_caller(__builtin_return_address(0));
  if (threads == nullptr) return next(key, destructor);
  return smpi::load::create_key(*threads, key, destructor);
}

SMPI_REPLACES_LIBC int pthread_key_delete(pthread_key_t key) noexcept {
  static auto* const next = next_function<int(pthread_key_t)>("pthread_key_delete");
  const ThreadCallbacks* threads = is_simulated_key(key) ? threads_in_rank() : nullptr;
  return threads == nullptr ? next(key) : smpi::load::delete_key(*threads, key);
}

SMPI_REPLACES_LIBC void* pthread_getspecific(pthread_key_t key) noexcept {
  static auto* const next = next_function<void*(pthread_key_t)>("pthread_getspecific");
  const ThreadCallbacks* threads = is_simulated_key(key) ? threads_in_rank() : nullptr;
  return threads == nullptr ? next(key) : smpi::load::value_of_key(*threads, key);
}

SMPI_REPLACES_LIBC int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  static auto* const next = next_function<int(pthread_key_t, const void*)>("pthread_setspecific");
  const ThreadCallbacks* threads = is_simulated_key(key) ? threads_in_rank() : nullptr;
  return threads == nullptr ? next(key, value) : smpi::load::set_value_of_key(*threads, key, value);
}
