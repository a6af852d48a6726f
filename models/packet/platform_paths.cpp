// SPDX-License-Identifier: BSD-3-Clause
//
// Policies that only draw.
#include "models/packet/platform_paths.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/chained_hash.h"
#include "kernel/error.h"
#include "models/network/routing.h"
#include "models/platform/zone.h"

namespace smpi::models::packet {
namespace {

constexpr std::uint32_t shortest_default = 8;  // of ksp without a number

std::uint64_t pair_of(const Trip& trip) {
  return std::uint64_t{trip.source} << 32 | trip.destination;
}

}  // namespace

PlatformPaths::PlatformPaths(const Platform& platform, const Fabric& fabric, const Config& config,
                             Detours* detours)
    : platform_(platform),
      fabric_(fabric),
      routing_(config.routing),
      detours_(detours),
      differs_by_packet_(packet::differs_by_packet(config.routing.rule)),
      // What asks for an object is what does not always take way 0; it also checks the policy.
      looks_at_zones_(Routing::make(platform, config.routing) != nullptr) {
  if (config.model == Model::packet && Chooser::is_needed(config.routing.rule)) {
    chooser_ = std::make_unique<Chooser>(platform, fabric, config);
  }
}

Picoseconds PlatformPaths::find(const Trip& trip, std::vector<Hop>& hops) {
  const auto lock = fabric_.lock_ways();
  const HostWays between = ways_between(platform_, trip.source, trip.destination);
  Choice choice = looks_at_zones_ ? choose(trip) : 0;
  if (detours_ != nullptr) choice = detours_->around(trip.source, trip.destination, choice);
  if (!find_way(platform_, trip.source, trip.destination, choice, route_)) {
    platform_.route(trip.source, trip.destination, route_);  // says what is missing
  }
  const Ways* ways = between.ways;
  if (ways != nullptr && ways->rail_count() > 1) ways = ways->on_rail(rail_of(choice));
  fabric_.make_hops(trip.source, trip.destination, ways, route_.links, hops);
  double latency_s = route_.latency_s;
  for (const LinkId link : route_.links) latency_s -= platform_.links.latency_s[link];
  return to_picoseconds(std::max(latency_s, 0.0));
}

Choice PlatformPaths::choose(const Trip& trip) {
  HostWays between = ways_between(platform_, trip.source, trip.destination);
  if (between.ways == nullptr) return 0;
  const std::uint32_t rail = choose_rail(trip, between.ways->rail_count());
  between.ways = between.ways->on_rail(rail);
  const bool is_minimal = static_cast<double>(trip.size_bytes) < routing_.adaptive_min_bytes;
  if (is_minimal || between.ways == nullptr) return on_rail(0, rail);
  return on_rail(choose_on_rail(trip, between), rail);
}

// All packets of a message are on one rail.
std::uint32_t PlatformPaths::choose_rail(const Trip& trip, std::uint32_t count) {
  if (count == 1) return 0;
  if (trip.rail != no_rail) return trip.rail;
  if (routing_.rail_rule == RailRule::hash) {
    const std::uint64_t key[] = {routing_.seed, trip.source, trip.destination};
    return static_cast<std::uint32_t>(kernel::chained_hash(key) % count);
  }
  std::uint32_t& turn = rail_turns_[pair_of(trip)];
  if (trip.packet == 0) turn++;
  return (trip.source + trip.destination + turn - 1) % count;
}

Choice PlatformPaths::choose_on_rail(const Trip& trip, const HostWays& between) const {
  const std::uint64_t pair_key[] = {routing_.seed, trip.source, trip.destination};
  const std::uint64_t packet_key[] = {routing_.seed, trip.source, trip.destination, trip.number,
                                      trip.packet};
  const auto minimal_count = [&] { return platform_.path_count(trip.source, trip.destination); };
  const auto minimal = [&] { return kernel::chained_hash(packet_key) % minimal_count(); };
  const Ways& ways = *between.ways;
  const std::uint64_t turn = std::uint64_t{trip.number} + trip.packet;
  switch (routing_.rule) {
    case RoutingRule::ecmp:
      return kernel::chained_hash(pair_key) % minimal_count();
    case RoutingRule::random:
      return minimal();
    case RoutingRule::spread:
      return (kernel::chained_hash(pair_key) + turn) % minimal_count();
    case RoutingRule::dmodk:
      return ways.modk_way(between.from, between.to, between.to);
    case RoutingRule::smodk:
      return ways.modk_way(between.from, between.to, between.from);
    case RoutingRule::valiant:
    case RoutingRule::valiant_spread: {
      const std::uint64_t count = ways.valiant_count(between.from, between.to);
      if (count == 0) return minimal();
      const std::uint64_t number = routing_.rule == RoutingRule::valiant
                                       ? kernel::chained_hash(packet_key)
                                       : kernel::chained_hash(pair_key) + turn;
      return ValiantWay{.number = number % count}.choice();
    }
    case RoutingRule::shortest: {
      const std::uint32_t count = ways.shortest_count(
          between.from, between.to, routing_.number > 0 ? routing_.number : shortest_default);
      if (count < 2) return 0;
      return choice_of(WayKind::shortest, kernel::chained_hash(packet_key) % count);
    }
    default:
      return 0;  // what routers decide begins with way 0
  }
}

}  // namespace smpi::models::packet
