// SPDX-License-Identifier: BSD-3-Clause
//
// Running the compiler.
#pragma once

#include <string>
#include <vector>

namespace smpi::wrappers {

// Replaces this process. Returns only when the command cannot be started: then its exit status.
int replace_process(const std::vector<std::string>& words);

struct Outcome {
  int exit_status = 0;
  std::string messages;  // what it wrote to standard error
};
// Runs a command and keeps its messages.
Outcome run_and_capture(const std::vector<std::string>& words);

}  // namespace smpi::wrappers
