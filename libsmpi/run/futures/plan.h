// SPDX-License-Identifier: BSD-3-Clause
//
// What `smpirun --futures FILE.toml` asks for: where a run is split, and what is different in each
// of its futures (docs/futures.md has the form of the file).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libsmpi/ranks/load/elf/function_replacement.h"

namespace smpi::futures {

// A time, or the end of the instant of a call.
struct Split {
  double at_s = 0;
  std::string function;          // empty: at_s counts
  bool is_of_program = false;    // the function; else of MPI
  int line = 0;                  // of the file
  std::uint64_t call_count = 0;  // of its calls by all ranks, since the split before
};

// Factors of the machine as a whole.
struct Factors {
  double bandwidth_factor = 1;
  double latency_factor = 1;
  double speed_factor = 1;
};

struct Future {
  std::string name;
  int line = 0;          // of the file
  std::string scenario;  // a file; empty: none
  Factors machine;
  std::optional<std::uint32_t> pstate;  // of all hosts
  std::vector<std::string> settings;    // "key:value", as of --cfg
  std::vector<std::pair<std::string, double>>
      kernels;  // function of an overlay, factor of its cost
  // Of a future that is split again: what comes of it. Empty: it runs to its end.
  std::optional<Split> split;
  std::vector<Future> futures;
};

// The future in which nothing is different; every split has it.
inline constexpr const char* unchanged_name = "unchanged";

struct Plan {
  std::string path;
  std::string folder = "futures";  // of all results
  std::size_t running_max = 1;     // futures at the same time
  double memory_bytes = 0;         // of all of them together; 0: no limit
  Future root;                     // its name is empty
};

// Throws InputError.
Plan read_plan(const std::string& path);

// The functions of the program at whose calls the plan splits, each once.
std::vector<load::NamedFunction> program_functions(const Plan& plan);

}  // namespace smpi::futures
