// SPDX-License-Identifier: BSD-3-Clause
//
// `smpi-study hpl --measured`: from the output of HPL on one node and the name of a cable to the
// rate of a cluster (docs/cluster.md).
#pragma once

#include <string>
#include <vector>

#include "tools/study/runs/coordinator.h"

namespace smpi::study::cluster {

struct CommandOptions {
  std::vector<std::string> measured;  // FILE, or FILE@NODES
  std::string nodes;                  // 4,6,10
  std::string cable;
  std::string dat;          // an HPL.dat; empty: settings are chosen
  std::string memory;       // of a node, with a unit; empty: not known
  std::string memory_rate;  // bytes per second of a node, with a unit; empty: not known
  double n_percent = 0;     // how far N of the cluster's run may be off; 0: it is known
  double node_w = 0;        // under load; 0: not known
  double switch_w = 0;
  std::string folder;    // of the simulations; empty: NAME.hpl beside the first output
  bool chooses = false;  // NB, broadcast and depth, too, instead of those of the measured run
  bool wants_json = false;
  std::string page;  // file for the page; empty: none
};

// Prints the table. Its status: 0, 1 where a simulation failed, 3 where it was interrupted. Throws
// InputError.
int run_command(const CommandOptions& options, const RunOptions& run);

}  // namespace smpi::study::cluster
