// SPDX-License-Identifier: BSD-3-Clause
//
// A rank without a simulation: the replaced functions of libc then work on its state.
#pragma once

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"

namespace smpi::load {

// While one lives, the caller is this rank. Time stands still at `now_s` but for sleeps.
class FakeRank {
 public:
  FakeRank() {
    running = this;
    state.variables.values.environ = environ;
    set_callbacks({.state = [] { return &running->state; },
                   .end_rank = [](int status) { running->exit_status = status; },
                   .now_s = [] { return running->now_s; },
                   .sleep = [](double duration_s) { running->now_s += duration_s; },
                   .yield = [] { running->now_s += 1e-6; },
                   .host_name = [] { return "simulated-host"; },
                   .is_host = [](const char*) { return false; },
                   .is_stack_guard = [](const void*) { return false; },
                   .crashed = [](const Crash&) {},
                   .forked = [] {}});
  }
  ~FakeRank() { clear_callbacks(); }
  FakeRank(const FakeRank&) = delete;
  FakeRank& operator=(const FakeRank&) = delete;

  LibcState state;
  double now_s = 0;
  int exit_status = -1;

 private:
  static inline FakeRank* running = nullptr;
};

}  // namespace smpi::load
