// SPDX-License-Identifier: BSD-3-Clause
//
// Ways between hosts, by way of the zone in which they meet.
#include "models/platform/ways.h"

#include "models/platform/zone.h"

namespace smpi::models {
HostWays ways_between(const Platform& platform, HostId from, HostId to) {
  if (from == to) return {};
  const Meeting meeting = meeting_of(platform, from, to);
  if (meeting.bypass != nullptr || platform.place_of(from).zone != platform.place_of(to).zone) {
    return {};
  }
  return {meeting.zone->ways(), meeting.from, meeting.to};
}

void set_routing_seed(const Platform& platform, std::uint64_t seed) {
  for (const auto& zone : platform.zones) zone->set_routing_seed(seed);
}

bool find_way(const Platform& platform, HostId from, HostId to, Choice choice, Route& route) {
  if (kind_of(choice) == WayKind::minimal && rail_of(choice) == 0) {
    return platform.find_route(from, to, route, static_cast<std::uint32_t>(choice));
  }
  route.clear();
  const HostWays between = ways_between(platform, from, to);
  if (between.ways == nullptr) return false;
  RouteBuilder builder(platform, route);
  return between.ways->append_way(between.from, between.to, choice, builder);
}

}  // namespace smpi::models
