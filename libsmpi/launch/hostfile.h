// SPDX-License-Identifier: BSD-3-Clause
//
// Which rank runs where: a hostfile (`host` or `host:ranks` a line, # comments) or all hosts of the
// platform in order; with fewer places than ranks the list starts again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/platform.h"

namespace smpi::launch {

// One host a place, in order. Throws InputError: unreadable or empty file, unknown host, bad count.
std::vector<models::HostId> read_hostfile(const std::string& path,
                                          const models::Platform& platform);

struct Mapping {
  std::vector<models::HostId> host_of_rank;
  bool places_reused = false;  // fewer places than ranks
};
Mapping map_ranks(std::uint32_t rank_count, const std::vector<models::HostId>& places);

}  // namespace smpi::launch
