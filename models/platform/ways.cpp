// SPDX-License-Identifier: BSD-3-Clause
//
// Ways between hosts, by way of the zone in which they meet.
#include "models/platform/ways.h"

#include <algorithm>

#include "models/platform/zone.h"

namespace smpi::models {
namespace {

constexpr std::uint64_t looked_at_max = 1U << 16;

}  // namespace

HostWays ways_between(const Platform& platform, HostId from, HostId to) {
  if (from == to) return {};
  const Meeting meeting = meeting_of(platform, from, to);
  if (meeting.bypass != nullptr || platform.place_of(from).zone != platform.place_of(to).zone) {
    return {};
  }
  return {meeting.zone->ways(), meeting.from, meeting.to};
}

bool find_way(const Platform& platform, HostId from, HostId to, Choice choice, Route& route) {
  if (kind_of(choice) == WayKind::minimal) {
    return platform.find_route(from, to, route, static_cast<std::uint32_t>(choice));
  }
  route.clear();
  const HostWays between = ways_between(platform, from, to);
  if (between.ways == nullptr) return false;
  RouteBuilder builder(platform, route);
  return between.ways->append_way(between.from, between.to, choice, builder);
}

std::optional<Choice> alive_way(const Platform& platform, HostId from, HostId to,
                                std::uint64_t index, const std::function<bool(LinkId)>& is_dead) {
  Route route;
  std::vector<Choice> alive;
  const auto look_at = [&](WayKind kind, std::uint64_t count) {
    for (std::uint64_t number = 0; number < std::min(count, looked_at_max); number++) {
      const Choice choice = choice_of(kind, number);
      if (find_way(platform, from, to, choice, route) &&
          std::none_of(route.links.begin(), route.links.end(), is_dead)) {
        alive.push_back(choice);
      }
    }
  };
  look_at(WayKind::minimal, platform.path_count(from, to));
  const HostWays between = ways_between(platform, from, to);
  if (alive.empty() && between.ways != nullptr) {
    look_at(WayKind::valiant, between.ways->valiant_count(between.from, between.to));
  }
  if (alive.empty()) return std::nullopt;
  return alive[index % alive.size()];
}

}  // namespace smpi::models
