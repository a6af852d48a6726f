// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a thread, and whose calls are those of simulated threads.
#include "libsmpi/ranks/load/threads/thread.h"

#include <link.h>

#include <cstdlib>
#include <exception>
#include <utility>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/threads/thread_variables.h"

namespace smpi::load {
namespace {

constinit const ThreadCallbacks* active = nullptr;
constinit std::uint32_t last_number = 0;

// PTHREAD_DESTRUCTOR_ITERATIONS of Linux.
constexpr int destructor_rounds = 4;

struct AddressRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool contains(const void* address) const {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    return number >= begin && number < end;
  }
};

// The part of the shared object around `inside` that is mapped with it.
AddressRange find_object(std::uintptr_t inside) {
  struct Search {
    std::uintptr_t inside;
    AddressRange found{};
  };
  Search search{.inside = inside};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* argument) {
        auto& wanted = *static_cast<Search*>(argument);
        for (int i = 0; i < info->dlpi_phnum; i++) {
          const auto& part = info->dlpi_phdr[i];
          if (part.p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
          const AddressRange range{begin, begin + part.p_memsz};
          if (range.contains(reinterpret_cast<const void*>(wanted.inside))) wanted.found = range;
        }
        return wanted.found.end != 0 ? 1 : 0;
      },
      &search);
  return search.found;
}

void call_specific_destructors(Thread& thread) {
  RankThreads& threads = thread.state->threads;
  for (int round = 0; round < destructor_rounds; round++) {
    bool called = false;
    for (std::size_t i = 0; i < thread.specific.size(); i++) {
      const SpecificKey key = threads.keys[i];
      void* value = std::exchange(thread.specific[i], nullptr);
      if (value == nullptr || !key.used || key.destructor == nullptr) continue;
      key.destructor(value);
      called = true;
    }
    if (!called) return;
  }
}

}  // namespace

Thread::Thread() : number(++last_number) {}
Thread::~Thread() = default;

void set_thread_callbacks(const ThreadCallbacks* callbacks) {
  active = callbacks;
}

const ThreadCallbacks* thread_callbacks() {
  return active;
}

SMPI_CALLED_EARLY const ThreadCallbacks* threads_in_rank() {
  return active != nullptr && state_in_rank() != nullptr ? active : nullptr;
}

SMPI_CALLED_EARLY const ThreadCallbacks* threads_of_caller(const void* return_address) {
  if (active == nullptr) return nullptr;
  const LibcState* state = state_in_rank();
  if (state == nullptr || state->instance == nullptr) return nullptr;
  if (state->instance->contains(return_address)) return active;
  // std::thread and std::condition_variable call from the C++ run-time library. A function that we
  // call back and that ends in such a call leaves an address of ours.
  static const AddressRange cpp_library =
      find_object(reinterpret_cast<std::uintptr_t>(&std::terminate));
  static const AddressRange this_library =
      find_object(reinterpret_cast<std::uintptr_t>(&run_thread));
  return cpp_library.contains(return_address) || this_library.contains(return_address) ? active
                                                                                       : nullptr;
}

void run_thread(Thread& thread) {
  thread.frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (thread.start != nullptr) end_thread(thread, thread.start(thread.argument));
  const int result = thread.start_c11(thread.argument);
  end_thread(thread, reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

void run_thread_destructors(Thread& thread) {
  call_handlers(thread.exit_handlers, 0);
  call_specific_destructors(thread);
}

void end_thread(Thread& thread, void* result) {
  const ThreadCallbacks& threads = *active;
  LibcState& state = *thread.state;
  run_thread_destructors(thread);
  threads.enter("pthread_exit", nullptr);
  thread.result = result;
  thread.finished = true;
  const bool is_main = &thread == &state.threads.main;
  if (is_main) {
    state.threads.main_ended = true;
  } else {
    state.threads.running_count--;
  }
  if (state.threads.main_ended && state.threads.running_count == 0) {
    threads.leave();
    exit(0);
  }
  if (thread.joiner != nullptr) threads.resume(thread.joiner);
  if (thread.detached && !is_main) forget_thread(thread);
  threads.end();
  __builtin_unreachable();
}

void forget_thread(Thread& thread) {
  auto& others = thread.state->threads.others;
  std::erase_if(others, [&](const auto& other) { return other.get() == &thread; });
}

}  // namespace smpi::load
