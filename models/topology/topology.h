// SPDX-License-Identifier: BSD-3-Clause
//
// The table of topologies. A new one is a file of its own, which defines its row, and the row's
// name in table.cpp: platform files, short descriptions, help texts and messages read the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernel/error.h"

namespace smpi::models {

class ClusterBuilder;

struct Topology {
  std::string_view name;       // in short descriptions, such as "torus"
  std::string_view file_name;  // in <cluster topology="...">, such as "TORUS"
  std::string_view example;    // of a short description, such as "torus:8x8x8"

  // The number of hosts that the parameters describe; nullopt: any number. Throws InputError,
  // completing `where`, for parameters that are wrong.
  std::optional<std::uint64_t> (*host_count)(std::string_view parameters,
                                             const kernel::InputError::Where& where);
  // Adds links and the zone (ClusterBuilder::adopt) to the platform. Throws InputError.
  void (*build)(ClusterBuilder& builder);
};

// In the order in which help texts list them; the first one is that of clusters that name none.
std::span<const Topology* const> topologies();

// "star:64, fat-tree:2;16,32;1,16;1,1, ...": how each is written in a short description.
std::string topology_examples();

}  // namespace smpi::models
