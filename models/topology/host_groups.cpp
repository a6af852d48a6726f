// SPDX-License-Identifier: BSD-3-Clause
//
// A switch that has hosts is of their group. The others are found in rounds, each next to switches
// whose group is known from the round before.
#include "models/topology/host_groups.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "models/platform/zone.h"
#include "models/topology/host_layout.h"

namespace smpi::models {
namespace {

constexpr std::uint32_t several = no_id - 1;

void join(std::uint32_t& group, std::uint32_t with) {
  group = group == no_id || group == with ? with : several;
}

}  // namespace

HostGroups groups_of_hosts(const Platform& platform) {
  HostGroups groups;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    const Place place = platform.place_of(host);
    const Zone& zone = *platform.zones[place.zone];
    const auto* layout = dynamic_cast<const HostLayout*>(&zone);
    const std::uint32_t size = layout == nullptr ? 0 : layout->hosts_per_group();
    const std::uint32_t number = size == 0 ? 0 : place.local / size;
    const auto [group, is_new] = numbers.try_emplace(
        std::pair(place.zone, number), static_cast<std::uint32_t>(groups.names.size()));
    if (is_new) {
      groups.names.push_back(size == 0 ? zone.name : fmt::format("{}_group_{}", zone.name, number));
    }
    groups.group_of.push_back(group->second);
  }
  return groups;
}

std::vector<std::uint32_t> groups_of_switches(const Platform& platform, const HostGroups& groups) {
  std::vector<std::uint32_t> known(platform.switches.count(), no_id);
  std::vector<std::uint32_t> next = known;
  for (const Cable& cable : platform.cables) {
    for (const auto& [host, other] :
         {std::pair(cable.lower, cable.upper), std::pair(cable.upper, cable.lower)}) {
      if (host.is_switch() || !other.is_switch()) continue;
      join(next[other.index()], groups.group_of[host.index()]);
    }
  }
  while (next != known) {
    known = next;
    for (const Cable& cable : platform.cables) {
      if (!cable.lower.is_switch() || !cable.upper.is_switch()) continue;
      const std::uint32_t lower = cable.lower.index();
      const std::uint32_t upper = cable.upper.index();
      if (known[lower] == no_id && known[upper] < several) join(next[lower], known[upper]);
      if (known[upper] == no_id && known[lower] < several) join(next[upper], known[lower]);
    }
  }
  for (std::uint32_t& group : known) {
    if (group == several) group = no_id;
  }
  return known;
}

}  // namespace smpi::models
