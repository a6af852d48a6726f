// SPDX-License-Identifier: BSD-3-Clause
//
// Routes that cross zones: climb to the lowest common zone, then recurse to the gateways. The depth
// of the recursion is that of the tree of zones, because a gateway lies inside its zone.
#include "models/platform/zone.h"

#include <algorithm>

#include "models/platform/platform.h"

namespace smpi::models {

Gateways Zone::gateways(std::uint32_t from, std::uint32_t to) const {
  return {children[from], children[to]};
}

namespace {

// The zone `steps` levels above a point's zone.
PointId zone_above(const Platform& platform, PointId point, std::uint32_t steps) {
  std::uint32_t zone = platform.place_of(point).zone;
  for (; steps > 0; steps--) zone = platform.zones[zone]->parent;
  return zone_bit | zone;
}

// Between two children of `common` a bypass names them; between deeper points it names a zone above
// each of them. The innermost zones count first: pairs of levels (0,0), (0,1), (1,0), (1,1), (0,2),
// ... as SimGrid tries them.
const Bypass* find_bypass(const Platform& platform, const Zone& common, PointId from, PointId to) {
  const auto find = [&](PointId source, PointId target) -> const Bypass* {
    const auto found = common.bypasses.find({source, target});
    return found == common.bypasses.end() ? nullptr : &found->second;
  };
  const std::uint32_t from_zone = platform.place_of(from).zone;
  const std::uint32_t to_zone = platform.place_of(to).zone;
  if (from_zone == to_zone) return find(from, to);
  const std::uint32_t from_count = platform.zones[from_zone]->depth - common.depth;
  const std::uint32_t to_count = platform.zones[to_zone]->depth - common.depth;
  const auto at_levels = [&](std::uint32_t from_level, std::uint32_t to_level) -> const Bypass* {
    if (from_level >= from_count || to_level >= to_count) return nullptr;
    return find(zone_above(platform, from, from_level), zone_above(platform, to, to_level));
  };
  for (std::uint32_t outer = 0; outer < std::max(from_count, to_count); outer++) {
    for (std::uint32_t inner = 0; inner < outer; inner++) {
      if (const Bypass* found = at_levels(inner, outer)) return found;
      if (const Bypass* found = at_levels(outer, inner)) return found;
    }
    if (const Bypass* found = at_levels(outer, outer)) return found;
  }
  return nullptr;
}

}  // namespace

Meeting meeting_of(const Platform& platform, PointId from, PointId to) {
  Place from_place = platform.place_of(from);
  Place to_place = platform.place_of(to);
  while (from_place.zone != to_place.zone) {
    const Zone& from_zone = *platform.zones[from_place.zone];
    const Zone& to_zone = *platform.zones[to_place.zone];
    if (from_zone.depth >= to_zone.depth) from_place = {from_zone.parent, from_zone.local};
    if (to_zone.depth >= from_zone.depth) to_place = {to_zone.parent, to_zone.local};
  }
  const Zone& common = *platform.zones[from_place.zone];
  const Bypass* bypass =
      common.bypasses.empty() ? nullptr : find_bypass(platform, common, from, to);
  return {&common, from_place.local, to_place.local, bypass};
}

bool RouteBuilder::follow(const Bypass& bypass, PointId from, PointId to) {
  const auto [source, destination] = bypass.gateways;
  if (source != from && !between(from, source)) return false;
  for (const LinkId link : bypass.links) add(link);
  return destination == to || between(destination, to);
}

bool RouteBuilder::between(PointId from, PointId to, std::uint32_t choice) {
  const Meeting meeting = meeting_of(platform_, from, to);
  if (meeting.bypass != nullptr) return follow(*meeting.bypass, from, to);
  const auto append = [&] {
    return choice == 0 ? meeting.zone->append(meeting.from, meeting.to, *this)
                       : meeting.zone->append_path(meeting.from, meeting.to, choice, *this);
  };
  if (platform_.place_of(from).zone == platform_.place_of(to).zone) return append();

  const Gateways gateways = meeting.zone->gateways(meeting.from, meeting.to);
  if (gateways.source == no_id || gateways.destination == no_id) return false;
  if (gateways.source != from && !between(from, gateways.source)) return false;
  if (!append()) return false;
  return gateways.destination == to || between(gateways.destination, to);
}

}  // namespace smpi::models
