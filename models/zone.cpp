// SPDX-License-Identifier: BSD-3-Clause
//
// Routes that cross zones: climb to the lowest common zone, then recurse to the gateways. The depth
// of the recursion is that of the tree of zones, because a gateway lies inside its zone.
#include "models/zone.h"

#include "models/platform.h"

namespace smpi::models {

Gateways Zone::gateways(std::uint32_t from, std::uint32_t to) const {
  return {children[from], children[to]};
}

bool RouteBuilder::between(PointId from, PointId to) {
  Place from_place = platform_.place_of(from);
  Place to_place = platform_.place_of(to);
  const bool is_direct = from_place.zone == to_place.zone;
  while (from_place.zone != to_place.zone) {
    const Zone& from_zone = *platform_.zones[from_place.zone];
    const Zone& to_zone = *platform_.zones[to_place.zone];
    if (from_zone.depth >= to_zone.depth) from_place = {from_zone.parent, from_zone.local};
    if (to_zone.depth >= from_zone.depth) to_place = {to_zone.parent, to_zone.local};
  }
  const Zone& common = *platform_.zones[from_place.zone];
  if (is_direct) return common.append(from_place.local, to_place.local, *this);

  const Gateways gateways = common.gateways(from_place.local, to_place.local);
  if (gateways.source == no_id || gateways.destination == no_id) return false;
  if (gateways.source != from && !between(from, gateways.source)) return false;
  if (!common.append(from_place.local, to_place.local, *this)) return false;
  return gateways.destination == to || between(gateways.destination, to);
}

}  // namespace smpi::models
