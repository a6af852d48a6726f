// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpi-calibrate.
#pragma once

#include <optional>
#include <string>

#include "tools/calibrate/plan.h"

namespace smpi::calibrate {

// Which of the two measurements the coefficients come from.
enum class Load { one_core, all_cores };

struct Arguments {
  std::string output = "blas.toml";
  std::string picture;  // an SVG file; beside the output when nothing is said
  PlanSettings plan;
  double budget_s = 120;
  Load load = Load::all_cores;
  double reference_speed_flops = 0;  // 0: that of a large dgemm
  bool has_call_noise = false;
  double host_noise = 0;
  double day_noise = 0;
  std::string host;  // not empty: write rows of tables of processors
  bool quiet = false;
};

struct Parsed {
  Arguments arguments;
  std::optional<std::string> answer;  // a text to print instead of calibrating
};

// Throws InputError.
Parsed parse_arguments(int argc, char** argv);

}  // namespace smpi::calibrate
