// SPDX-License-Identifier: BSD-3-Clause
//
// The reader of platform files: routes between hosts, routers and zones.
#include <fmt/format.h>

#include <algorithm>

#include "models/readers/xml_reader.h"

namespace smpi::models {

LinkId PlatformReader::link_named(const Element& element, std::string_view name) const {
  if (const auto link = platform_.find_link(name)) return *link;
  if (split_names_.find(name)) {
    element.refuse("a SPLITDUPLEX link has two directions", name,
                   element.tag() == "link_ctn"
                       ? std::string("add direction=\"UP\" or direction=\"DOWN\"")
                       : fmt::format("name one of them: {0}_UP or {0}_DOWN", name));
  }
  element.refuse("unknown link", name, platform_.links.name.did_you_mean(name));
}

// One link, or both directions of a SPLITDUPLEX one.
std::vector<LinkId> PlatformReader::links_of(const Element& element, std::string_view name) const {
  if (const auto split = split_names_.find(name)) {
    return {split_up_[*split], split_up_[*split] + 1};
  }
  return {link_named(element, name)};
}

PlatformReader::Links PlatformReader::route_links(const Element& element) const {
  Links links;
  for (const pugi::xml_node node : element.node().children("link_ctn")) {
    const Element part(element.file(), node);
    const std::string_view name = part.text("id");
    const std::string_view direction = part.text("direction", "NONE");
    if (direction != "UP" && direction != "DOWN" && direction != "NONE") {
      part.refuse("unknown direction", direction, "known: UP DOWN NONE");
    }
    if (direction == "NONE") {
      links.forth.push_back(link_named(part, name));
      links.back.push_back(links.forth.back());
      continue;
    }
    const auto split = split_names_.find(name);
    if (!split) {
      const LinkId link = link_named(part, name);
      part.refuse("the link has no directions", platform_.links.name[link],
                  "only SPLITDUPLEX links have; leave out the attribute direction");
    }
    const LinkId up = split_up_[*split];
    links.forth.push_back(direction == "UP" ? up : up + 1);
    links.back.push_back(direction == "UP" ? up + 1 : up);
  }
  if (links.forth.empty()) {
    element.refuse("a route without links",
                   fmt::format("{}' to '{}", element.text("src"), element.text("dst")));
  }
  std::reverse(links.back.begin(), links.back.end());
  return links;
}

PointId PlatformReader::point(const Element& element, const char* attribute) const {
  const std::string_view name = element.text(attribute);
  if (const auto found = platform_.find_point(name)) return *found;
  std::string hint = platform_.hosts.name.did_you_mean(name);
  if (hint.empty()) hint = "hosts, routers and zones can be the ends of a route";
  element.refuse(fmt::format("unknown {} of a route", attribute), name, hint);
}

bool PlatformReader::is_inside(PointId inner, PointId zone) const {
  for (Place place = platform_.place_of(inner); place.zone != no_id;
       place = platform_.place_of(zone_bit | place.zone)) {
    if ((zone_bit | place.zone) == zone) return true;
  }
  return false;
}

PointId PlatformReader::gateway(const Element& element, const char* attribute, PointId end) const {
  const std::string_view name = element.text(attribute);
  const auto found = platform_.find_point(name);
  if (!found || (*found & zone_bit) != 0) {
    element.refuse(fmt::format("{} is not a host or router", attribute), name,
                   platform_.hosts.name.did_you_mean(name));
  }
  if (*found == end || is_inside(*found, end)) return *found;
  element.refuse(fmt::format("{} does not lie in the zone it is the gateway of", attribute), name,
                 fmt::format("that zone is '{}'", platform_.point_name(end)));
}

PlatformReader::Ends PlatformReader::ends(const PendingRoute& route) const {
  const Element& element = route.element;
  Ends result{route.zone, point(element, "src"), point(element, "dst"), {}};
  if (element.has("gw_src")) {
    result.gateways = {gateway(element, "gw_src", result.from),
                       gateway(element, "gw_dst", result.to)};
    return result;
  }
  for (const PointId end : {result.from, result.to}) {
    if ((end & zone_bit) == 0) continue;
    element.refuse("a route to a zone needs gateways", platform_.point_name(end),
                   "use <zoneRoute> with gw_src and gw_dst");
  }
  result.gateways = {result.from, result.to};
  return result;
}

void PlatformReader::read_route(const PendingRoute& route) {
  const Element& element = route.element;
  auto* const zone = dynamic_cast<RoutedZone*>(platform_.zones[route.zone].get());
  if (zone == nullptr) {
    element.refuse("routes cannot be given in this kind of zone", platform_.zones[route.zone]->name,
                   "use routing Full, Floyd, Dijkstra or DijkstraCache");
  }
  const Ends route_ends = ends(route);
  const Place from = platform_.place_of(route_ends.from);
  const Place to = platform_.place_of(route_ends.to);
  for (const auto& [place, name] : {std::pair{from, "src"}, std::pair{to, "dst"}}) {
    if (place.zone == route.zone) continue;
    element.refuse(fmt::format("{} of a route is not a direct child of the zone", name),
                   element.text(name), fmt::format("the zone is '{}'", zone->name));
  }
  const std::string_view symmetrical = element.text("symmetrical", "YES");
  if (symmetrical != "YES" && symmetrical != "NO" && symmetrical != "yes" && symmetrical != "no") {
    element.refuse("symmetrical is YES or NO", symmetrical);
  }
  const Links links = route_links(element);
  const auto add = [&](Place source, Place target, Gateways gateways, const auto& list) {
    if (zone->add_route(source.local, target.local, gateways, list)) return;
    element.refuse("the zone has this route already",
                   fmt::format("{}' to '{}", platform_.point_name(gateways.source),
                               platform_.point_name(gateways.destination)),
                   "routes hold for both directions unless symmetrical=\"NO\"");
  };
  add(from, to, route_ends.gateways, links.forth);
  if (symmetrical.front() == 'N' || symmetrical.front() == 'n') return;
  if (route_ends.from == route_ends.to) return;
  add(to, from, {route_ends.gateways.destination, route_ends.gateways.source}, links.back);
}

void PlatformReader::read_bypass(const PendingRoute& route) {
  const Ends route_ends = ends(route);
  const Links links = route_links(route.element);
  Zone& zone = *platform_.zones[route.zone];
  const bool is_new = zone.bypasses
                          .emplace(std::pair{route_ends.from, route_ends.to},
                                   Bypass{route_ends.gateways, links.forth})
                          .second;
  if (is_new) return;
  route.element.refuse(
      "the zone has this bypass already",
      fmt::format("{}' to '{}", route.element.text("src"), route.element.text("dst")));
}

}  // namespace smpi::models
