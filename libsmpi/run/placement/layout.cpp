// SPDX-License-Identifier: BSD-3-Clause
//
// Asks the zones of hosts that are a models::HostLayout.
#include "libsmpi/run/placement/layout.h"

#include <map>

#include "models/platform/zone.h"
#include "models/topology/host_groups.h"
#include "models/topology/host_layout.h"

namespace smpi::placement {
namespace {

const models::HostLayout* layout_of(const models::Platform& platform, std::uint32_t zone) {
  return dynamic_cast<const models::HostLayout*>(platform.zones[zone].get());
}

}  // namespace

std::optional<GridPlaces> grid_places(const models::Platform& platform,
                                      std::span<const models::HostId> hosts) {
  if (hosts.empty()) return std::nullopt;
  const std::uint32_t zone = platform.place_of(hosts.front()).zone;
  const models::HostLayout* layout = layout_of(platform, zone);
  if (layout == nullptr) return std::nullopt;
  const models::HostGrid grid = layout->host_grid();
  if (grid.sizes.empty()) return std::nullopt;
  GridPlaces places{grid.sizes, {}};
  for (const models::HostId host : hosts) {
    const models::Place place = platform.place_of(host);
    if (place.zone != zone) return std::nullopt;
    places.point_of.push_back(place.local / grid.hosts_per_point);
  }
  return places;
}

std::vector<std::uint32_t> group_of_hosts(const models::Platform& platform,
                                          std::span<const models::HostId> hosts) {
  const models::HostGroups groups = models::groups_of_hosts(platform);
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::vector<std::uint32_t> group_of;
  for (const models::HostId host : hosts) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    group_of.push_back(numbers.try_emplace(groups.group_of[host], next).first->second);
  }
  if (numbers.size() < 2) group_of.clear();
  return group_of;
}

}  // namespace smpi::placement
