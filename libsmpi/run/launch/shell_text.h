// SPDX-License-Identifier: BSD-3-Clause
//
// Shell texts that only set variables and then become one program: `VAR=1 exec ./app "$@"`. Its
// path may hold variables that the text has set, and the folder of the script in the usual forms:
// $(dirname "$0"), ${0%/*}, $(cd "$(dirname "$0")" && pwd).
//
// Alternatives considered: running the shell and catching its exec. It would have run what stands
// before once instead of once per rank, without saying so.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace smpi::launch {

struct ShellText {
  std::vector<std::string> assignments;  // NAME=value, in their order
  std::vector<std::string> variables;    // the same, exported only where the environment has them
  std::vector<std::string> command;
};

// `parameters` are what "$@" means, `script` is the path of the file ($0), empty when there is
// none. Nothing when the text does more, or when its words depend on anything else.
std::optional<ShellText> read_shell_text(const std::string& text,
                                         std::span<const std::string> parameters,
                                         const std::string& script = "");

}  // namespace smpi::launch
