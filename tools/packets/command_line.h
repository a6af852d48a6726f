// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpi-packets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/readers/short_platform.h"

namespace smpi::packets {

struct Arguments {
  std::string workload;
  std::optional<std::uint32_t> rank_count;
  std::string platform;
  models::ShortPlatformOptions short_platform;
  bool has_short_options = false;
  std::vector<std::string> configuration;
  std::uint32_t parts = 0;          // 0: four for each thread, one for a single thread
  std::uint32_t process_count = 0;  // 0: this one
  std::string jobs_file;            // instead of a workload
  std::string ranks_file;
  std::string links_file;
  std::string summary_file;
  bool skips_repeats = false;
  std::string lookahead;  // of --parallelism; empty: not asked
  bool is_quiet = false;
};

struct Parsed {
  Arguments arguments;
  std::optional<std::string> answer;  // a text to print instead
};

// Throws InputError.
Parsed parse_arguments(int argc, char** argv);

}  // namespace smpi::packets
