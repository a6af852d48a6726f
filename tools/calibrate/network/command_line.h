// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpi-calibrate network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/calibrate/network/fit.h"
#include "tools/calibrate/network/folder.h"
#include "tools/calibrate/network/simulated.h"

namespace smpi::calibrate::network {

enum class Command { program, measure, fit, export_simgrid };

struct Arguments {
  Command command = Command::program;
  FolderSettings folder = {};             // program, measure
  SimulatedNetwork simulated = {};        // measure
  std::vector<std::string> folders = {};  // fit
  FitSettings fit = {};
  std::string file = {};     // written by fit, read by export
  std::string picture = {};  // beside the file when nothing is said
  std::string output = {};   // of export; empty: standard output
  double tolerance = 0.1;
  bool has_report = false;
  bool is_quiet = false;
};

struct Parsed {
  Arguments arguments = {};
  std::optional<std::string> answer = {};  // a text to print instead
};

// Of the words after `smpi-calibrate network`. Throws InputError.
Parsed parse_arguments(int argc, char** argv);

}  // namespace smpi::calibrate::network
