// SPDX-License-Identifier: BSD-3-Clause
//
// Which grid, broadcast, depth and NB make HPL fastest on a cluster whose node was measured with
// settings that were good there.
//
// One setting after the other, each with the best of those before: grids, then all broadcasts with
// all depths, then NB. Where a run sends many messages, a smaller cluster of the same kind is asked
// in its place, but for the grid, which is then the one nearest to a square.
//
// Alternatives considered: all combinations, of which there are 120 per number of nodes; on the
// boards and clusters of docs/validity.md the broadcast hardly depends on NB.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/study/cluster/predict.h"

namespace smpi::study::cluster {

struct Choice {
  Question question;
  double gain = 0;                // Gflop/s over those with the best grid alone, less 1
  std::uint32_t asked_nodes = 0;  // the cluster that was simulated
};

// `questions` differ in their grids; all else of them is where the search begins. A setting goes
// only for one that is 0.1 % faster. REQUIRES: there is a question.
Choice choose(const Knowledge& knowledge, const Fit& fit, const std::vector<Question>& questions,
              ClusterSimulator& simulator);

}  // namespace smpi::study::cluster
