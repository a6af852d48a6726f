// SPDX-License-Identifier: BSD-3-Clause
//
// The folder of a measurement before it is one: the program, the search of thresholds, the plan,
// and what to type. The machine that is measured needs nothing of ours but these files.
#pragma once

#include <string>

#include "tools/calibrate/network/plan.h"

namespace smpi::calibrate::network {

struct FolderSettings {
  std::string folder;
  PlanSettings plan;
  std::string compiler = "mpicc";
  std::string launcher = "mpirun -np {np} --host {hosts}";
  std::string hosts = "a,b";
  int rank_count = 2;
  bool is_cold = false;
};

// A text as one word for the shell.
std::string quoted(const std::string& text);
// A launcher with its {np} and {hosts} filled in. Throws InputError about other words in braces.
std::string launch_command(const std::string& launcher, int rank_count, const std::string& hosts);
// The commands of a measurement, in order.
std::string compile_command(const FolderSettings& settings);
std::string search_command(const FolderSettings& settings);
std::string run_command(const FolderSettings& settings);

// Makes the folder and writes all. Thresholds that a search left there become sizes of the plan.
// Throws InputError, also when the folder holds a measurement.
void write_folder(FolderSettings settings);

}  // namespace smpi::calibrate::network
