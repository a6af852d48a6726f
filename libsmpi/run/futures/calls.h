// SPDX-License-Identifier: BSD-3-Clause
//
// Splits at a call: whoever counts calls of one function and asks for a pause. They are there only
// where a plan asks for them.
//
// Calls of MPI pass by at the door; functions of the program itself get breakpoints. Neither
// changes what is simulated: the pause comes at the end of the instant.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/run/observe/breakpoints.h"

namespace smpi::futures {

class CallCounter final : public Observer {
 public:
  explicit CallCounter(kernel::Engine& engine) : engine_(engine) {}

  // Pauses at the end of the instant of the `count`-th call from now on, by any rank.
  void pause_at(std::string function, std::uint64_t count) {
    function_ = std::move(function);
    left_ = count;
  }

  void enter_call(const Rank& rank, const CallRecord& call) override;

 private:
  kernel::Engine& engine_;
  std::string function_;
  std::uint64_t left_ = 0;  // 0: none is waited for
};

// The same for functions of the program. One at a time.
class ProgramCallCounter final : public observe::CallListener {
 public:
  // `breakpoints` are those of the program that the ranks run.
  ProgramCallCounter(kernel::Engine& engine, std::span<const load::Breakpoint> breakpoints);

  // REQUIRES: one of the breakpoints has this name.
  void pause_at(const std::string& function, std::uint64_t count);
  // Nobody counts in this process any more: calls cost nothing again.
  static void stop() { observe::Breakpoints::remove(); }

  void called(std::size_t index, const modeled::CallFrame& frame,
              const std::uint64_t* stack) override;

 private:
  kernel::Engine& engine_;
  std::vector<load::Breakpoint> all_;
  observe::Breakpoints breakpoints_;
  std::vector<bool> is_counted_;  // by index
  std::uint64_t left_ = 0;        // 0: none is waited for
};

}  // namespace smpi::futures
