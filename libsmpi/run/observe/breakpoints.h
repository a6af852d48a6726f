// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of functions, seen at their first instruction, which goes on as it is.
//
// The loader puts int3 there, in the code that all copies map (load/elf/function_replacement.h: a
// replacement without code). Its signal reads the arguments; then the instruction that was there is
// done: endbr64 and pushes by the handler, any other by putting it back in this copy for a single
// step, 3 or 30 us a call. Alternatives considered: moving the first instructions elsewhere, which
// needs a disassembler and, for those relative to the instruction pointer, one place for each copy.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/cost/modeled/overlay/signature.h"
#include "libsmpi/run/observe/program_functions.h"

namespace smpi::observe {

// A function with a breakpoint, which all copies of the program have at the same place.
struct WatchedFunction {
  FunctionPlace place;
  std::array<std::uint8_t, 4> original;  // the first bytes of its code
};

class CallListener {
 public:
  virtual ~CallListener() = default;
  // The running rank calls function `index`. In a signal handler: must neither allocate nor wait.
  virtual void called(std::size_t index, const modeled::CallFrame& frame,
                      const std::uint64_t* stack) = 0;
};

// One at a time.
class Breakpoints {
 public:
  Breakpoints(std::vector<WatchedFunction> functions, CallListener& listener);
  ~Breakpoints();
  Breakpoints(const Breakpoints&) = delete;
  Breakpoints& operator=(const Breakpoints&) = delete;

  // From now on nobody is told of calls, and each copy has its code again when it is next called.
  static void remove();

 private:
  std::vector<WatchedFunction> functions_;
};

}  // namespace smpi::observe
