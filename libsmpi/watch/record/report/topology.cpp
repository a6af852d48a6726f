// SPDX-License-Identifier: BSD-3-Clause
//
// Levels by breadth-first search from the hosts: they are those of trees, and 1 for all switches of
// grids and groups, which the page places by coordinates or on a circle.
#include "libsmpi/watch/record/report/topology.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "models/platform/zone.h"
#include "models/topology/host_groups.h"
#include "models/topology/host_layout.h"

namespace smpi::record {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t hosts_max = 512;
constexpr std::size_t switches_max = 1024;

std::size_t node_of(models::CableEnd end, std::size_t host_count) {
  return end.is_switch() ? host_count + end.index() : end.index();
}

// Cables to the nearest host, by node.
std::vector<std::uint32_t> levels_of(const models::Platform& platform) {
  const std::size_t host_count = platform.hosts.count();
  const std::size_t node_count = host_count + platform.switches.count();
  std::vector<std::vector<std::size_t>> neighbours(node_count);
  for (const models::Cable& cable : platform.cables) {
    const std::size_t lower = node_of(cable.lower, host_count);
    const std::size_t upper = node_of(cable.upper, host_count);
    neighbours[lower].push_back(upper);
    neighbours[upper].push_back(lower);
  }
  std::vector<std::uint32_t> levels(node_count, models::no_id);
  std::vector<std::size_t> queue;
  for (std::size_t host = 0; host < host_count; host++) {
    levels[host] = 0;
    queue.push_back(host);
  }
  for (std::size_t place = 0; place < queue.size(); place++) {
    for (const std::size_t next : neighbours[queue[place]]) {
      if (levels[next] != models::no_id) continue;
      levels[next] = levels[queue[place]] + 1;
      queue.push_back(next);
    }
  }
  return levels;
}

// Of the only zone with coordinates; else empty.
std::vector<std::uint32_t> grid_of(const models::Platform& platform) {
  std::vector<std::uint32_t> sizes;
  for (const auto& zone : platform.zones) {
    const auto* layout = dynamic_cast<const models::HostLayout*>(zone.get());
    if (layout == nullptr || layout->host_grid().sizes.empty()) continue;
    if (!sizes.empty()) return {};
    sizes = layout->host_grid().sizes;
  }
  return sizes;
}

Json id_or_null(std::uint32_t id) {
  return id == models::no_id ? Json() : Json(id);
}

}  // namespace

Json topology_json(const models::Platform& platform) {
  const std::size_t all_hosts = platform.hosts.count();
  const std::size_t switch_count = platform.switches.count();
  if (platform.cables.empty() || switch_count > switches_max) return {};
  const std::size_t shown_hosts = all_hosts <= hosts_max ? all_hosts : 0;
  if (shown_hosts == 0 && switch_count == 0) return {};
  const std::vector<std::uint32_t> levels = levels_of(platform);
  const models::HostGroups groups = models::groups_of_hosts(platform);
  const std::vector<std::uint32_t> switch_groups = models::groups_of_switches(platform, groups);
  Json json = {{"hosts", shown_hosts},    {"all_hosts", all_hosts},  {"names", Json::array()},
               {"levels", Json::array()}, {"groups", Json::array()}, {"grid", grid_of(platform)},
               {"cables", Json::array()}};
  for (std::size_t host = 0; host < shown_hosts; host++) {
    json["names"].push_back(platform.hosts.name[static_cast<models::HostId>(host)]);
    json["levels"].push_back(0);
    json["groups"].push_back(groups.group_of[host]);
  }
  for (std::size_t index = 0; index < switch_count; index++) {
    json["names"].push_back(platform.switches.name[static_cast<std::uint32_t>(index)]);
    json["levels"].push_back(id_or_null(levels[all_hosts + index]));
    json["groups"].push_back(id_or_null(switch_groups[index]));
  }
  for (const models::Cable& cable : platform.cables) {
    const bool is_of_host = !cable.lower.is_switch() || !cable.upper.is_switch();
    if (is_of_host && shown_hosts == 0) continue;
    json["cables"].push_back({node_of(cable.lower, shown_hosts), node_of(cable.upper, shown_hosts),
                              cable.up, cable.down});
  }
  return json;
}

}  // namespace smpi::record
