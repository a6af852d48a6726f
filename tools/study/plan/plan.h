// SPDX-License-Identifier: BSD-3-Clause
//
// What a plan file says, after all of it was checked: the points of the study and the command of
// each run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/study/plan/expression.h"

namespace smpi::study {

// How a number is read from what a run wrote.
struct Result {
  enum class From { stdout_text, summary };
  std::string name;
  From from = From::stdout_text;
  std::string pattern;  // a regular expression whose first group is the number, or a key
};

struct Limits {
  double wall_s = 0;  // 0: none
  unsigned attempts = 1;
};

struct Point {
  std::vector<Value> values;  // of the parameters, in their order
};

// Templates know the parameters, then `seed` and `replica`.
struct Plan {
  std::string name;
  std::string folder;              // of the plan file: what its relative paths start from
  std::vector<std::string> names;  // of the parameters
  std::vector<Point> points;
  std::size_t excluded = 0;  // points that a constraint left out
  unsigned replicas = 1;
  bool has_common_seeds = true;
  std::vector<Template> words;                          // of the command, all of it
  bool uses_smpirun = false;                            // else `command` is run as it is
  std::vector<std::pair<std::string, Template>> files;  // written into the folder of each run
  std::vector<Result> results;
  Limits limits;
};

// Of a run: replicas with common seeds have the same in every point.
std::uint64_t seed_of(const Plan& plan, std::size_t point, unsigned replica);
// The values that templates see.
std::vector<Value> template_values(const Plan& plan, std::size_t point, unsigned replica);
std::vector<std::string> command_of(const Plan& plan, std::size_t point, unsigned replica);

// Throws InputError with file, line, text and a hint.
Plan read_plan(const std::string& path);

}  // namespace smpi::study
