// SPDX-License-Identifier: BSD-3-Clause
//
// The groups, pods and cabinets of a platform: what a topology calls so (host_layout.h), and each
// zone whose topology has none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

struct HostGroups {
  std::vector<std::uint32_t> group_of;  // by host
  std::vector<std::string> names;       // ZONE_group_NUMBER, or ZONE
};
HostGroups groups_of_hosts(const Platform& platform);

// By switch: the group of all hosts and other switches of groups that it leads to, no_id where it
// leads to several groups, such as the root of a tree.
std::vector<std::uint32_t> groups_of_switches(const Platform& platform, const HostGroups& groups);

}  // namespace smpi::models
