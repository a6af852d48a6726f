// SPDX-License-Identifier: BSD-3-Clause
//
// The threads of a rank.
//
// A thread that a rank makes is one more context of the simulation, not a thread of the operating
// system: it blocks in MPI or on a mutex without blocking the others, and what it computes occupies
// a core of the simulated host. The replaced functions (libsmpi/ranks/load/libc/) keep the state of
// a mutex, a condition variable and so on in the program's own object, where libc would keep it. An
// object that nobody holds or waits for looks as libc's does, so static initialisers work, and libc
// initialises and destroys most of them.
//
// Only calls from the program, its private libraries and the C++ run-time library are replaced: a
// shared library that a rank calls may share its locks and threads with the rest of the process.
//
// Costs: a lock that is free takes a few tests and writes. Threads switch only inside calls, so one
// that spins on a variable without any call waits for ever.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "libsmpi/ranks/load/libc/exit_handler.h"

namespace smpi::load {

struct LibcState;
class ThreadBlocks;

inline constexpr double never_s = std::numeric_limits<double>::infinity();

struct Thread {
  Thread();
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  std::uint32_t number = 0;    // never 0; the owner in a mutex
  LibcState* state = nullptr;  // of its rank
  void* (*start)(void*) = nullptr;
  int (*start_c11)(void*) = nullptr;  // thrd_create's form
  void* argument = nullptr;
  void* result = nullptr;
  bool detached = false;
  bool finished = false;
  void* joiner = nullptr;         // the strand that waits for its end
  std::uint32_t quick_locks = 0;  // in quick succession, see spinning.h
  double last_lock_s = 0;
  std::uintptr_t frame = 0;                // of run_thread: where unwinding ends
  std::vector<void*> specific;             // values of the rank's keys
  std::vector<void*> cleanups;             // of pthread_cleanup_push in C, innermost last
  std::vector<ExitHandler> exit_handlers;  // destructors of its thread_local objects
  std::unique_ptr<ThreadBlocks> blocks;    // its thread_local variables; none in the main thread
};

// What keys of thread-specific data a rank has.
struct SpecificKey {
  bool used = false;
  void (*destructor)(void*) = nullptr;
};

struct RankThreads {
  Thread main;
  std::vector<std::unique_ptr<Thread>> others;  // until they are joined
  std::vector<SpecificKey> keys;
  std::uint32_t running_count = 0;  // of `others`
  bool main_ended = false;          // by pthread_exit
};

// What the threads need of the simulation. All members must be set.
struct ThreadCallbacks {
  // The running thread of the running rank.
  Thread& (*current)() = nullptr;
  // The running strand: what resume() takes.
  void* (*strand)() = nullptr;
  // Makes a strand of the running rank that calls run_thread(thread). False: no memory.
  bool (*start)(Thread& thread, std::size_t stack_bytes) = nullptr;
  // Ends the running strand. Does not return.
  void (*end)() = nullptr;
  // A call that may block begins: what was computed so far becomes simulated time.
  void (*enter)(const char* function, const void* return_address) = nullptr;
  void (*leave)() = nullptr;
  // Suspends the strand until resume(), or until the simulated time `deadline_s`; it may also
  // return early. `reason` says in the report of a deadlock what it waits for. False when the
  // deadline has come. REQUIRES: after enter().
  bool (*suspend)(const char* reason, double deadline_s) = nullptr;
  void (*resume)(void* strand) = nullptr;
  // The simulated time, as it is.
  double (*time_s)() = nullptr;
  // Is computation measured? Then locks end what is computed before and under them.
  bool measures = false;
};

// nullptr: threads are not simulated.
void set_thread_callbacks(const ThreadCallbacks* callbacks);

// As set, whoever calls.
const ThreadCallbacks* thread_callbacks();
// The same within ranks, nullptr outside.
const ThreadCallbacks* threads_in_rank();
// The callbacks when the call at `return_address` is for simulated threads, else nullptr: outside
// ranks, and for code that ranks share.
const ThreadCallbacks* threads_of_caller(const void* return_address);

// The body of the strand of a thread.
void run_thread(Thread& thread);
// Ends the running thread as if its start function returned: destructors, its joiner. Does not
// return.
[[noreturn]] void end_thread(Thread& thread, void* result);
// Gives a thread that ended, and that nobody will join, back.
void forget_thread(Thread& thread);
// The destructors of thread_local objects and of thread-specific data.
void run_thread_destructors(Thread& thread);

// From enter() to leave().
class BlockingCall {
 public:
  BlockingCall(const ThreadCallbacks& threads, const char* function, const void* return_address)
      : threads_(threads) {
    threads_.enter(function, return_address);
  }
  ~BlockingCall() { threads_.leave(); }
  BlockingCall(const BlockingCall&) = delete;
  BlockingCall& operator=(const BlockingCall&) = delete;

 private:
  const ThreadCallbacks& threads_;
};

}  // namespace smpi::load
