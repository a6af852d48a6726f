// SPDX-License-Identifier: BSD-3-Clause
//
// Placements: named rules that say which rank runs on which host.
//
// Most of them order the hosts and then fill them one after the other, each with as many ranks as
// it has slots: its cores, or the number that the user gives. With fewer slots than ranks the list
// starts again. The table in policy.cpp says what there is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::placement {

// A host that takes ranks, in the user's order.
struct Node {
  models::HostId host;
  std::uint32_t slots;
};

// All hosts, with a slot for each core.
std::vector<Node> all_nodes(const models::Platform& platform);

struct Policy;

// What `--placement NAME[:ARGUMENT][:SLOTS]` says.
struct Placement {
  const Policy* policy = nullptr;
  std::string text;      // as the user wrote it
  std::string argument;  // a seed, a shape or a file
  std::optional<std::uint32_t> slots;

  // Does it read a hostfile that the user names elsewhere?
  bool is_hostfile() const;
  // Does it say for each rank on which host it runs, whatever hosts are offered?
  bool names_hosts() const;
};

// Throws InputError: unknown name, missing or wrong argument.
Placement parse_placement(const std::string& text);

// A line for each policy, for the help text.
std::string describe_policies();

struct PlacedRanks {
  std::vector<models::HostId> host_of_rank;
  bool slots_reused = false;  // fewer slots than ranks
  std::string report;         // what the policy has to tell, lines; may be empty
};

// `rank_count`: nullopt takes a rank for each slot, or what the placement's file says. REQUIRES:
// there are nodes. Throws InputError: a policy that this platform cannot do, wrong files.
PlacedRanks place_ranks(const Placement& placement, const models::Platform& platform,
                        std::vector<Node> nodes, std::optional<std::uint32_t> rank_count);

}  // namespace smpi::placement
