// SPDX-License-Identifier: BSD-3-Clause
//
// Each question goes to the zone of a rail; topologies without ways of their own, such as stars,
// have one way per rail.
#include "models/topology/rails.h"

#include <fmt/format.h>

#include "models/topology/parameters.h"

namespace smpi::models {

std::uint32_t take_rails(std::string& parameters, const kernel::InputError::Where& where) {
  const std::string whole = parameters;
  const std::optional<std::string> digits = take_key(parameters, "rails", where);
  if (!digits) return 1;
  const TopologyText source{whole, where, "hosts have 1 to 8 rails, such as ;rails=2"};
  const std::uint32_t count = source.number(*digits);
  if (count > rail_max) source.refuse("more than 8 rails", *digits);
  return count;
}

void RailsZone::seal(const Platform& platform) {
  for (const auto& rail : rails_) rail->seal(platform);
}

void RailsZone::set_routing_seed(std::uint64_t seed) {
  for (const auto& rail : rails_) rail->set_routing_seed(seed);
}

std::optional<Shape> RailsZone::shape(const Platform& platform) const {
  std::optional<Shape> shape = rails_[0]->shape(platform);
  if (!shape) return shape;
  const auto count = static_cast<std::uint32_t>(rails_.size());
  shape->text = fmt::format("{} rails, each a {}", count, shape->text);
  shape->bisection_bytes_per_s *= count;
  if (!shape->routers) return shape;
  RouterFigures& routers = *shape->routers;
  routers.router_count *= count;
  routers.measured_from *= count;
  for (auto& [kind, cables] : routers.cables) cables *= count;
  routers.bisection_low *= count;
  routers.bisection_high *= count;
  return shape;
}

HostGrid RailsZone::host_grid() const {
  const auto* layout = dynamic_cast<const HostLayout*>(rails_[0].get());
  return layout == nullptr ? HostGrid{} : layout->host_grid();
}

std::uint32_t RailsZone::hosts_per_group() const {
  const auto* layout = dynamic_cast<const HostLayout*>(rails_[0].get());
  return layout == nullptr ? 0 : layout->hosts_per_group();
}

CableLinks RailsZone::cable_links() const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? CableLinks{} : ways->cable_links();
}

CableRule RailsZone::cable_rule() const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? CableRule::free : ways->cable_rule();
}

CablePlace RailsZone::place_of(LinkId link) const {
  std::uint32_t rail = rail_count() - 1;
  while (rail > 0 && on_rail(rail)->cable_links().first > link) rail--;
  return on_rail(rail)->place_of(link);
}

std::optional<std::uint32_t> RailsZone::channel_count(const WayUse& use) const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? std::optional(1U) : ways->channel_count(use);
}

bool RailsZone::is_stateless() const {
  const Ways* ways = on_rail(0);
  return ways == nullptr || ways->is_stateless();
}

RoutingSkills RailsZone::skills() const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? RoutingSkills{} : ways->skills();
}

std::uint64_t RailsZone::valiant_count(std::uint32_t from, std::uint32_t to) const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? 0 : ways->valiant_count(from, to);
}

std::uint32_t RailsZone::modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? 0 : ways->modk_way(from, to, key);
}

std::optional<std::uint32_t> RailsZone::deroute_max() const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? std::nullopt : ways->deroute_max();
}

std::uint32_t RailsZone::deroute_default() const {
  const Ways* ways = on_rail(0);
  return ways == nullptr ? 0 : ways->deroute_default();
}

bool RailsZone::append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                           RouteBuilder& builder) const {
  const Zone& rail = *rails_[rail_of(choice)];
  const Choice way = without_rail(choice);
  if (kind_of(way) == WayKind::minimal) {
    return rail.append_path(from, to, static_cast<std::uint32_t>(way), builder);
  }
  return rail.ways() != nullptr && rail.ways()->append_way(from, to, way, builder);
}

}  // namespace smpi::models
