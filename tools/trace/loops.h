// SPDX-License-Identifier: BSD-3-Clause
//
// The loops of a rank, as far as the compressed structure shows them: how often they turn, how many
// MPI calls are in them, and which of them is the time loop of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/reader.h"

namespace smpi::trace {

struct Loop {
  std::uint32_t body = 0;
  std::uint64_t entries = 0;  // how often the loop began
  std::uint64_t turns = 0;    // in all of them
  std::uint64_t calls = 0;    // of MPI, in all of them, inner loops too
  int depth = 0;              // 0: not in another loop
};

struct LoopProfile {
  std::vector<Loop> loops;  // by body, those that the rank has
  std::uint64_t calls = 0;
};

LoopProfile profile_of_loops(CompressedTrace& trace, std::uint32_t rank);

// The outermost loop that turns three times or more and has half of the rank's calls.
std::optional<Loop> time_loop(const LoopProfile& profile);

// "solver.c:10-42", from what is known of the call sites in a loop; empty: nothing is.
std::string source_of_loop(const CompressedTrace& trace, std::uint32_t body);

}  // namespace smpi::trace
