// SPDX-License-Identifier: BSD-3-Clause
//
// Which rank runs where: a hostfile (`host`, `host:ranks` or, as Open MPI's, `host slots=ranks` a
// line, # comments) or all hosts of the platform in order; with fewer places than ranks the list
// starts again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::launch {

// More ranks than any machine runs: mistyped numbers must not take its memory.
inline constexpr std::uint32_t ranks_max = 1U << 24;

// One host a place, in order; no more than the `wanted_count` of a run that has its own number of
// ranks, though the whole file is checked. Throws InputError: unreadable or empty file, unknown
// host, bad count.
std::vector<models::HostId> read_hostfile(const std::string& path, const models::Platform& platform,
                                          std::optional<std::uint32_t> wanted_count);

struct Mapping {
  std::vector<models::HostId> host_of_rank;
  bool places_reused = false;  // fewer places than ranks
};
Mapping map_ranks(std::uint32_t rank_count, const std::vector<models::HostId>& places);

}  // namespace smpi::launch
