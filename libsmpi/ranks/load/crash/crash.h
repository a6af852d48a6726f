// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks that crash: a signal becomes a report and an exit status.
//
// All ranks live in one process, so one that divides by zero takes the others with it, as mpirun
// would end the job. What a user needs is where: rank, host, time, call and line. The handler runs
// on a stack of its own (the rank's may be the reason), collects the frames and hands them to
// Callbacks::crashed; the process then exits with 128 + signal, as a shell reports it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace smpi::load {

struct Crash {
  static constexpr std::size_t frames_max = 64;

  int signal = 0;
  bool in_rank = false;  // false: libsmpi itself, or another thread
  bool stack_overflow = false;
  const void* fault_address = nullptr;           // of SIGSEGV and SIGBUS
  std::array<const void*, frames_max> frames{};  // code addresses, the crash first
  std::size_t frame_count = 0;

  std::span<const void* const> call_chain() const { return {frames.data(), frame_count}; }
  // Such as "SIGSEGV: no memory at address 0x10".
  std::string what() const;
};

// Catches SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT from now on.
void install_crash_handlers();

// Ends the process as if the running rank had died of `signal`.
[[noreturn]] void die_of_signal(int signal);

}  // namespace smpi::load
