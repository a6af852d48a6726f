// SPDX-License-Identifier: BSD-3-Clause
//
// A node type of a market whose speed is the output of HPL on such a node: `measured = "node.out"`.
#pragma once

#include <string>

#include "tools/study/cluster/hpl_output.h"
#include "tools/study/runs/coordinator.h"

namespace smpi::study::cluster {

// The fastest run of an output. Throws InputError.
OutputRun best_run(const std::string& path);

struct MeasuredNode {
  double dgemm_flop_s = 0;  // of a rank, fitted
  std::string kernels;      // files of smpirun --blas=modeled and --overlay
  std::string overlay;
};

// Fits dgemm of the node, and writes what its kernels and rows cost into `folder`, as NAME-*.toml.
// Throws InputError and RunsFailed.
MeasuredNode fit_measured_node(const std::string& path, const std::string& folder,
                               const std::string& name, const RunOptions& options);

}  // namespace smpi::study::cluster
