// SPDX-License-Identifier: BSD-3-Clause
//
// How the groups of a dragonfly are joined to each other.
//
// A group has `ports` global ports; g groups, g - 1 <= ports. Port j belongs to layer j div (g - 1)
// and is left unused when its layer is not whole, so that m = floor(ports/(g - 1)) cables join each
// two groups, one per layer. With i = j mod (g - 1):
//
//   relative   port j of group G goes to group (G + i + 1) mod g; the far port has the offset that
//              leads back, g - i - 1
//   absolute   port j of group G goes to group i if i < G, else to i + 1
#pragma once

#include <cstdint>
#include <vector>

#include "models/topology/parameters.h"
#include "models/topology/router_graph.h"

namespace smpi::models {

enum class Arrangement : std::uint8_t { relative, absolute };

struct GroupPorts {
  std::uint32_t groups = 1;
  std::uint32_t ports = 0;       // of a group
  std::uint32_t per_router = 1;  // of them
  Arrangement arrangement = Arrangement::relative;

  // Cables between two groups; 0 when there is one group only.
  std::uint32_t layers() const { return groups < 2 ? 0 : ports / (groups - 1); }
  // The port of group `from` whose cable of this layer goes to group `to`, another one.
  std::uint32_t port(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const {
    const std::uint32_t place = arrangement == Arrangement::relative
                                    ? (to + groups - from) % groups - 1
                                    : to - (to > from ? 1 : 0);
    return layer * (groups - 1) + place;
  }
  // Which of the routers of group `from` with global ports has it.
  std::uint32_t owner(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const {
    return port(from, to, layer) / per_router;
  }
  // False for a cable parallel to that of a lower layer: both are one cable, and one way.
  bool is_first(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const;
  // The number of different pairs of routers that join two groups.
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const;
};

// Number `index` of those from `first` on that are neither `a` nor `b`.
constexpr std::uint32_t other_than(std::uint32_t a, std::uint32_t b, std::uint32_t first,
                                   std::uint64_t index) {
  const std::uint32_t low = a < b ? a : b;
  const std::uint32_t high = a < b ? b : a;
  auto other = first + static_cast<std::uint32_t>(index);
  if (other >= low) other++;
  if (other >= high) other++;
  return other;
}

// Appends the cables from `group` to all groups after it. gate(group, other, layer) is the router
// of `group` that has the cable of this layer to `other`.
template <typename Gate>
void join_to_later_groups(const GroupPorts& joined, std::uint32_t group, std::uint32_t kind,
                          const Gate& gate, std::vector<RouterCable>& cables) {
  for (std::uint32_t other = group + 1; other < joined.groups; other++) {
    for (std::uint32_t layer = 0; layer < joined.layers(); layer++) {
      cables.push_back({gate(group, other, layer), gate(other, group, layer), kind, 1, {}});
    }
  }
}

// `routers` routers of a group have `per_router` global ports each. Without a number of groups: as
// many as the ports can join. Throws InputError for more, and for a wrong value of `arrangement`.
GroupPorts read_group_ports(std::uint32_t routers, std::uint32_t per_router,
                            std::optional<std::uint32_t> groups, const KeyedText& keyed,
                            const TopologyText& source);

}  // namespace smpi::models
