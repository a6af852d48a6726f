// SPDX-License-Identifier: BSD-3-Clause
//
// What the replaced C library functions ask of the simulation.
//
// libsmpi comes before libc in the search order of every program it runs, so its definitions of
// exit, clock_gettime, rand and their kin win. They have no argument that says who calls: they ask
// these functions. Without callbacks, and outside ranks, every replacement does what libc does, so
// a program linked with libsmpi also runs alone and smpirun itself sees the real clock.
#pragma once

namespace smpi::load {

struct LibcState;
struct Crash;

struct Callbacks {
  // The state of the running rank, nullptr outside ranks.
  LibcState* (*state)() = nullptr;
  // Ends the running rank. Its exit handlers have run. Does not return.
  void (*end_rank)(int exit_status) = nullptr;
  // The simulated time of the running rank, after what it computed so far was charged.
  double (*now_s)() = nullptr;
  // Suspends the running rank.
  void (*sleep)(double duration_s) = nullptr;
  // Called by loops that wait for somebody else (sched_yield): lets simulated time pass.
  void (*yield)() = nullptr;
  // The name of the simulated host of the running rank.
  const char* (*host_name)() = nullptr;
  // Is there a simulated host of this name?
  bool (*is_host)(const char* name) = nullptr;
  // Is the address in the guard page of a stack of ours?
  bool (*is_stack_guard)(const void* address) = nullptr;
  // Prints the report of a crash. The process ends when it returns.
  void (*crashed)(const Crash& crash) = nullptr;
  // Called in the child of a fork(2) by a rank: the child is a process of its own from now on,
  // outside the simulation. The callbacks are cleared already.
  void (*forked)() = nullptr;
};

// All members must be set. The callbacks stay in use until clear_callbacks().
void set_callbacks(const Callbacks& callbacks);
void clear_callbacks();

// The callbacks when a rank is running, nullptr otherwise: the first test of every replacement.
const Callbacks* callbacks_in_rank();
// The callbacks also between the turns of ranks, when events are handled; nullptr outside a run.
const Callbacks* callbacks_in_run();
// The state of the running rank or nullptr.
LibcState* state_in_rank();

}  // namespace smpi::load
