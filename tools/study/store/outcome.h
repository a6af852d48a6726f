// SPDX-License-Identifier: BSD-3-Clause
//
// What became of one run, and the line in which a worker tells it.
//
// A worker appends lines to a file of its own and nobody else writes there, so that no file system
// needs locks. A line ends with the hash of what stands before it: half a line, which a kill or a
// full disk leaves, is not taken for a whole one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smpi::study {

struct Outcome {
  std::int64_t run = 0;
  unsigned attempt = 0;
  std::string key = {};             // of what was run
  int exit = 0;                     // status, or 128 + the signal that ended it
  std::string reason = {};          // why it failed; empty when it did not
  bool is_short_of_memory = false;  // it failed for that
  double peak_bytes = 0;
  double wall_s = 0;
  std::string summary = {};  // JSON of smpirun; may be empty
  std::string output = {};   // the standard output, when it is short
  bool is_output_whole = true;
  std::vector<std::pair<std::string, double>> values = {};  // of the results
};

// With its hash and the end of line.
std::string outcome_line(const Outcome& outcome);
// Of a line without its end; nullopt when it is damaged.
std::optional<Outcome> read_outcome(std::string_view line);

}  // namespace smpi::study
