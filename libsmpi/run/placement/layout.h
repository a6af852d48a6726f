// SPDX-License-Identifier: BSD-3-Clause
//
// Where the hosts of a platform stand: coordinates and groups, as far as its topology has them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::placement {

// Hosts of one zone with coordinates.
struct GridPlaces {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> point_of;  // by index in the list of hosts
};
// nullopt: the hosts are not all in one zone that has coordinates.
std::optional<GridPlaces> grid_places(const models::Platform& platform,
                                      std::span<const models::HostId> hosts);

// The group of each host, numbered in the order in which groups occur: pods, dragonfly groups and
// the like; zones of a file, where a zone has none. Empty: all hosts would be in one group.
std::vector<std::uint32_t> group_of_hosts(const models::Platform& platform,
                                          std::span<const models::HostId> hosts);

}  // namespace smpi::placement
