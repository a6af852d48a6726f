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
  // Asks for the top of the stack of a context that is to run soon: the frames from the switch up
  // to the program's own.
  void prefetch() const {
    const auto* top = static_cast<const std::byte*>(jump_);
    for (std::size_t at = 0; at < prefetched_bytes; at += 64) __builtin_prefetch(top + at);
  }

 private:
  friend struct ContextSwitch;
  static constexpr std::size_t prefetched_bytes = 640;
  void* jump_ = nullptr;        // Boost's saved stack pointer
  void* exceptions_ = nullptr;  // __cxa_eh_globals::caughtExceptions
  unsigned uncaught_ = 0;       // __cxa_eh_globals::uncaughtExceptions
  int errno_ = 0;
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  const void* stack_bottom_ = nullptr;
  std::size_t stack_bytes_ = 0;
  void* fake_stack_ = nullptr;  // AddressSanitizer's
};

}  // namespace smpi::kernel
