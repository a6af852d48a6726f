// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpi-study.
#pragma once

#include <optional>
#include <string>

#include "tools/study/cluster/command.h"
#include "tools/study/hpl/command.h"
#include "tools/study/runs/coordinator.h"

namespace smpi::study {

struct Arguments {
  std::string verb;
  std::string plan;        // the file
  std::string folder;      // of the study; empty: beside the plan
  RunOptions run;          // of `run`
  bool wants_csv = false;  // of `results`
  bool wants_json = false;
  std::string output;                          // of `export` and `report`
  std::string run_name;                        // of `why`
  std::string part;                            // of `worker`
  std::string jobs;                            // of `worker`: a file of them
  hpl::Level level = hpl::Level::closed_form;  // of `hpl`, whose market is `plan`
  cluster::CommandOptions cluster;             // of `hpl --measured`
};

struct Parsed {
  Arguments arguments;
  std::optional<std::string> answer;  // a text to print instead
};

// Throws InputError.
Parsed parse_arguments(int argc, char** argv);

}  // namespace smpi::study
