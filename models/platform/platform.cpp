// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of hosts and links, the names, and the entry of route().
//
// Nearly every route of a simulated cluster is between two hosts of one zone: route() goes straight
// to that zone's rule. Measured (tests/perf/route_benchmark): 8 ns on a star, 26 ns on a fat tree.
#include "models/platform/platform.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/error.h"
#include "models/platform/zone.h"

namespace smpi::models {
namespace {

constexpr PointId kind_mask = router_bit | zone_bit;

constexpr const char* missing_route_hint =
    "add a <route> or <zoneRoute>, or use a routing that finds ways by itself (Floyd)";

}  // namespace

Platform::Platform() = default;
Platform::~Platform() = default;
Platform::Platform(Platform&&) noexcept = default;
Platform& Platform::operator=(Platform&&) noexcept = default;

HostId Platform::add_host(std::string_view name, std::vector<double> pstate_speed_flops,
                          std::uint32_t core_count, const Properties& properties) {
  const auto id = static_cast<HostId>(hosts.count());
  const bool is_new = hosts.name.add(name);
  SIM_ASSERT(is_new, "two hosts have the same name");
  SIM_ASSERT(!pstate_speed_flops.empty(), "a host needs a speed");
  hosts.core_count.push_back(core_count);
  hosts.pstate.push_back(0);
  hosts.pstate_speed_flops.push_back(std::move(pstate_speed_flops));
  hosts.availability.push_back(1);
  hosts.is_on.push_back(1);
  hosts.properties.push_back(properties);
  host_places_.emplace_back();
  return id;
}

LinkId Platform::add_link(std::string_view name, double bandwidth_bytes_per_s, double latency_s,
                          SharingPolicy policy, const Properties& properties) {
  const auto id = static_cast<LinkId>(links.count());
  const bool is_new = links.name.add(name);
  SIM_ASSERT(is_new, "two links have the same name");
  links.bandwidth_bytes_per_s.push_back(bandwidth_bytes_per_s);
  links.latency_s.push_back(latency_s);
  links.policy.push_back(policy);
  links.is_on.push_back(1);
  links.properties.push_back(properties);
  return id;
}

PointId Platform::add_router(std::string_view name) {
  const auto index = static_cast<std::uint32_t>(router_names_.size());
  const bool is_new = router_names_.add(name);
  SIM_ASSERT(is_new, "two routers have the same name");
  router_places_.emplace_back();
  return router_bit | index;
}

std::uint32_t Platform::add_switch(std::string_view name, const Properties& properties) {
  const auto index = static_cast<std::uint32_t>(switches.count());
  const bool is_new = switches.name.add(name);
  SIM_ASSERT(is_new, "two switches have the same name");
  switches.is_on.push_back(1);
  switches.properties.push_back(properties);
  return index;
}

std::uint32_t Platform::add_zone(std::unique_ptr<Zone> zone, std::uint32_t parent) {
  const auto index = static_cast<std::uint32_t>(zones.size());
  zone->index = index;
  zone->parent = parent;
  if (parent != no_id) {
    zone->local = static_cast<std::uint32_t>(zones[parent]->children.size());
    zone->depth = zones[parent]->depth + 1;
    zones[parent]->children.push_back(zone_bit | index);
  }
  zone_by_name_.emplace(zone->name, zone_bit | index);
  zones.push_back(std::move(zone));
  return index;
}

std::uint32_t Platform::place(PointId point, std::uint32_t zone) {
  const auto local = static_cast<std::uint32_t>(zones[zone]->children.size());
  zones[zone]->children.push_back(point);
  Place& place =
      (point & router_bit) != 0 ? router_places_[point & ~kind_mask] : host_places_[point];
  place = {zone, local};
  return local;
}

void Platform::seal() {
  hosts.name.shrink_to_fit();
  hosts.properties.shrink_to_fit();
  hosts.pstate_speed_flops.shrink_to_fit();
  links.name.shrink_to_fit();
  links.properties.shrink_to_fit();
  switches.name.shrink_to_fit();
  switches.properties.shrink_to_fit();
  for (const std::unique_ptr<Zone>& zone : zones) {
    zone->seal(*this);
    has_bypass_ |= !zone->bypasses.empty();
  }
}

std::optional<HostId> Platform::find_host(std::string_view name) const {
  return hosts.name.find(name);
}

std::optional<LinkId> Platform::find_link(std::string_view name) const {
  return links.name.find(name);
}

std::optional<PointId> Platform::find_point(std::string_view name) const {
  if (const auto host = hosts.name.find(name)) return *host;
  if (const auto router = router_names_.find(name)) return router_bit | *router;
  if (const auto zone = zone_by_name_.find(name); zone != zone_by_name_.end()) return zone->second;
  return std::nullopt;
}

std::string_view Platform::point_name(PointId point) const {
  const std::uint32_t index = point & ~kind_mask;
  if ((point & zone_bit) != 0) return zones[index]->name;
  return (point & router_bit) != 0 ? router_names_[index] : hosts.name[index];
}

Place Platform::place_of(PointId point) const {
  const std::uint32_t index = point & ~kind_mask;
  if ((point & zone_bit) != 0) return {zones[index]->parent, zones[index]->local};
  return (point & router_bit) != 0 ? router_places_[index] : host_places_[index];
}

bool Platform::find_route(HostId from, HostId to, Route& route, std::uint32_t choice) const {
  route.clear();
  RouteBuilder builder(*this, route);
  const Place source_place = host_places_[from];
  const Place target_place = host_places_[to];
  const bool is_found =
      source_place.zone == target_place.zone && !has_bypass_ && choice == 0
          ? zones[source_place.zone]->append(source_place.local, target_place.local, builder)
          : builder.between(from, to, choice);
  return from == to || (is_found && (!route.links.empty() || route.latency_s > 0));
}

void Platform::route(HostId from, HostId to, Route& route, std::uint32_t choice) const {
  if (find_route(from, to, route, choice)) return;
  throw kernel::InputError(
      "the platform has no route",
      {source, 0, fmt::format("{}' to '{}", hosts.name[from], hosts.name[to]), missing_route_hint});
}

std::uint32_t Platform::path_count(HostId from, HostId to) const {
  if (from == to) return 1;
  const Meeting meeting = meeting_of(*this, from, to);
  return meeting.bypass != nullptr ? 1 : meeting.zone->path_count(meeting.from, meeting.to);
}

void Platform::require_routes(std::span<const HostId> used_hosts) const {
  constexpr std::size_t listed_max = 10;
  constexpr std::size_t looked_at_max = 2000;  // 4 million routes: half a second
  std::vector<bool> is_seen(zones.size(), false);
  std::vector<HostId> looked_at;
  for (const HostId host : used_hosts) {
    const std::uint32_t zone = host_places_[host].zone;
    if (is_seen[zone] || looked_at.size() == looked_at_max) continue;
    is_seen[zone] = zones[zone]->is_complete();
    looked_at.push_back(host);
  }
  Route route;
  std::string missing;
  std::size_t missing_count = 0;
  for (const HostId from : looked_at) {
    for (const HostId to : looked_at) {
      if (missing_count > listed_max || find_route(from, to, route)) continue;
      missing_count++;
      if (missing_count > listed_max) continue;
      missing += fmt::format("\n  {} to {}", hosts.name[from], hosts.name[to]);
    }
  }
  if (missing_count == 0) return;
  throw kernel::InputError(fmt::format("the platform has no routes between these hosts:{}{}",
                                       missing, missing_count > listed_max ? "\n  ..." : ""),
                           {source, 0, "", missing_route_hint});
}

}  // namespace smpi::models
