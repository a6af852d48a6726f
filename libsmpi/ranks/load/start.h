// SPDX-License-Identifier: BSD-3-Clause
//
// The jump into a program as the kernel makes it after execve.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace smpi::load {

using EntryPoint = void (*)();

// Lays argc, argv, the environment and the auxiliary vector out on the stack as the x86-64 ABI
// (3.4.1) wants them and jumps to `entry`; nothing returns from there. The argument strings are the
// program's own. `environment_variable` gets the
// address of the environment array.
[[noreturn]] void jump_to_entry(EntryPoint entry, std::span<const std::string> argv,
                                char** environment, char*** environment_variable);

}  // namespace smpi::load
