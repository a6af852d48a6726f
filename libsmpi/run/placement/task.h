// SPDX-License-Identifier: BSD-3-Clause
//
// What a policy works on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/run/placement/layout.h"
#include "libsmpi/run/placement/policy.h"

namespace smpi::placement {

struct PlacementTask {
  const Placement& placement;
  const models::Platform& platform;
  std::vector<Node> nodes;
  bool is_count_given;       // else rank_count is a rank for each slot
  std::uint32_t rank_count;  // at least 1
};

std::vector<models::HostId> hosts_of(std::span<const Node> nodes);

// Every slot of a node, then those of the next node.
void place_block(const PlacementTask& task, PlacedRanks& placed);

// Throws InputError when the hosts have no coordinates.
GridPlaces require_grid(const PlacementTask& task);

}  // namespace smpi::placement
