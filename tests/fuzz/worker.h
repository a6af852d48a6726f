// SPDX-License-Identifier: BSD-3-Clause
//
// Reads damaged inputs, one after the other, in a process of its own: one that crashes or hangs
// takes only that process along, and the next one goes on behind the input that did it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/kinds.h"

namespace smpi::fuzz {

// Inputs `first` to `first + count - 1` of a seed. Each is drawn from its seed and number alone.
struct Inputs {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t count = 500;
};

struct Tally {
  std::uint64_t done = 0;  // of Inputs::count
  std::uint64_t read = 0;
  std::uint64_t refused = 0;
  std::uint64_t large = 0;    // left out
  std::uint64_t crashes = 0;  // signals, also of sanitizers and assertions
  std::uint64_t hangs = 0;
  std::uint64_t wrong = 0;  // other exceptions, and messages without text

  std::uint64_t failures() const { return crashes + hangs + wrong; }
};

struct Settings {
  std::string work_folder;  // where inputs are written to be read
  std::string keep_folder;  // where those that fail stay
};

// Ends after `failures_most` failures. Says each one on standard error.
inline constexpr std::uint64_t failures_most = 20;
Tally read_damaged(const Kind& kind, const std::vector<Example>& examples, const Inputs& inputs,
                   const Settings& settings);

// The same without damage: all that are not marked as found must be read.
Tally read_whole(const Kind& kind, const std::vector<Example>& examples, const Settings& settings);

}  // namespace smpi::fuzz
