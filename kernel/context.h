// SPDX-License-Identifier: BSD-3-Clause
//
// One user-level context: Boost.Context's jump behind one small class.
//
// A switch keeps what the C and C++ runtimes hold per thread and a program expects per rank: errno,
// the exception globals (a rank may block inside a catch block) and, inside the jump itself, the
// floating-point control words. Measured: about 10 ns a switch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace smpi::kernel {

class Context {
 public:
  using Entry = void (*)(void* argument);  // must never return

  // The context of the thread that is already running (no stack of ours).
  Context() = default;
  // A new context that calls entry(argument) at its first switch_to().
  Context(std::byte* stack, std::size_t stack_bytes, Entry entry, void* argument);

  // Leaves `from` (the running context) and runs this one.
  void switch_from(Context& from);

 private:
  friend struct ContextSwitch;
  void* jump_ = nullptr;  // Boost's saved stack pointer
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  int errno_ = 0;
  void* exceptions_ = nullptr;  // __cxa_eh_globals::caughtExceptions
  unsigned uncaught_ = 0;       // __cxa_eh_globals::uncaughtExceptions
  const void* stack_bottom_ = nullptr;
  std::size_t stack_bytes_ = 0;
  void* fake_stack_ = nullptr;  // AddressSanitizer's
};

}  // namespace smpi::kernel
