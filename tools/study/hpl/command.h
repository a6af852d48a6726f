// SPDX-License-Identifier: BSD-3-Clause
//
// The verb `hpl` of smpi-study.
#pragma once

#include <string>

#include "tools/study/hpl/planner.h"

namespace smpi::study::hpl {

struct CommandOptions {
  std::string market;
  std::string folder;  // of plans and studies; empty: NAME.hpl beside the market
  Level level = Level::closed_form;
  bool wants_json = false;
};

// Prints what to buy. Its status: 0, 1 where no machine reaches the goal or a simulation failed, 3
// where it was interrupted. Throws InputError.
int run_command(const CommandOptions& options, const RunOptions& run);

}  // namespace smpi::study::hpl
