// SPDX-License-Identifier: BSD-3-Clause
//
// `comm:FILE`: ranks that exchange much go near to each other, by the communication matrix of a run
// (--comm-matrix) and creation/mapping's bisection and exchanges; and what a placement costs by
// such a matrix.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "libsmpi/run/placement/comm_matrix.h"
#include "libsmpi/run/placement/task.h"

namespace smpi::placement {

// What a matrix means on given hosts. Messages inside a host cross no link.
struct MatrixCost {
  double hop_bytes = 0;       // sum of bytes x links on the route
  double mean_distance = 0;   // links that a byte crosses
  double largest_load_s = 0;  // of a link: the bytes that cross it, over its bandwidth
  models::LinkId most_loaded = models::no_id;
};
MatrixCost matrix_cost(const models::Platform& platform,
                       std::span<const models::HostId> host_of_rank,
                       std::span<const MatrixEntry> matrix);

// Starts from block, and from block with the hosts in the platform's order; the better result
// counts. Throws InputError for a wrong matrix.
void place_by_matrix(const PlacementTask& task, PlacedRanks& placed);

}  // namespace smpi::placement
