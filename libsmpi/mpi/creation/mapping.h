// SPDX-License-Identifier: BSD-3-Clause
//
// Which process gets which rank of a virtual topology when the program allows reordering (MPI 5.0,
// 8.4): neighbours should be near each other on the machine.
//
// The cost of a mapping is the sum over the edges of weight x hops, hops being the links on the
// route between the two hosts (0 on one host). Finding the best mapping is NP-hard; ours is dual
// recursive bisection (Pellegrini, SHPCC 1994: split the machine in two far halves, the graph in
// two halves with few edges between, and go on in each), then exchanges of two ranks while they
// help. If that is not better than leaving all ranks where they are, they stay. For n ranks of
// degree d: O(n log n) routes and O(n d^3) exchanges tried, 6,000 ranks of a 3D grid in about a
// second.
#pragma once

#include <span>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::comm {

struct WeightedEdge {
  int from;
  int to;
  double weight;
};

// hosts[i] is where the process of old rank i runs. Returns for each new rank the old rank of the
// process that gets it. Both number 0 .. hosts.size() - 1.
std::vector<int> map_ranks(const models::Platform& platform, std::span<const models::HostId> hosts,
                           std::span<const WeightedEdge> edges);

}  // namespace smpi::comm
