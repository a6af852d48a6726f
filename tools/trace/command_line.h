// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpi-trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/shape.h"

namespace smpi::trace {

enum class Command : std::uint8_t { info, print, convert, merge, diff, stat, check };

struct Arguments {
  Command command = Command::info;
  std::vector<std::string> inputs;
  std::string output;
  std::string ranks;  // "0-3,7"; empty: all
  std::optional<std::uint32_t> rank_count;
  std::string matrix;        // a CSV file
  double speed_flops = 1e9;  // of a host, for GOAL
  Losses losses;
  std::string losses_text;  // as the header says it
};

struct Parsed {
  Arguments arguments;
  std::optional<std::string> answer;  // a text to print instead
};

// Throws InputError.
Parsed parse_arguments(int argc, char** argv);

// The ranks that a list such as "0-3,7" names, in its order. Throws InputError.
std::vector<std::uint32_t> ranks_of(const std::string& list, std::uint32_t rank_count);

}  // namespace smpi::trace
