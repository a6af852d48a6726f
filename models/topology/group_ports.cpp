// SPDX-License-Identifier: BSD-3-Clause
//
// Groups of dragonflies as users describe them.
#include "models/topology/group_ports.h"

#include <fmt/format.h>

namespace smpi::models {

bool GroupPorts::is_first(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const {
  for (std::uint32_t lower = 0; lower < layer; lower++) {
    if (owner(from, to, lower) == owner(from, to, layer) &&
        owner(to, from, lower) == owner(to, from, layer)) {
      return false;
    }
  }
  return true;
}

std::uint32_t GroupPorts::way_count(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t count = 0;
  for (std::uint32_t layer = 0; layer < layers(); layer++) {
    if (is_first(from, to, layer)) count++;
  }
  return count;
}

GroupPorts read_group_ports(std::uint32_t routers, std::uint32_t per_router,
                            std::optional<std::uint32_t> groups, const KeyedText& keyed,
                            const TopologyText& source) {
  const std::uint64_t ports = std::uint64_t{routers} * per_router;
  source.require_size(ports + 1);
  GroupPorts result;
  result.per_router = per_router;
  result.ports = static_cast<std::uint32_t>(ports);
  result.groups = groups.value_or(result.ports + 1);
  if (result.groups - 1 > ports) {
    source.refuse(fmt::format("{} groups need {} global ports each; a group has {}", result.groups,
                              result.groups - 1, ports),
                  source.text);
  }
  const std::string_view arrangement = keyed.find("arrangement").value_or("relative");
  if (arrangement == "absolute") {
    result.arrangement = Arrangement::absolute;
  } else if (arrangement != "relative") {
    source.refuse("an arrangement is relative or absolute", arrangement);
  }
  return result;
}

}  // namespace smpi::models
