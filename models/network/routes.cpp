// SPDX-License-Identifier: BSD-3-Clause
//
// Facts of a route (MODELS 1): latency, penalty, bound and the use of each link.
#include "models/network/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "kernel/error.h"
#include "models/network/detours.h"

namespace smpi::models {
namespace {

// 2^12 slots for a few hosts, up to 2^17 (65,536 pairs of an all-to-all of 256 ranks at half load).
unsigned slot_bits(std::size_t host_count) {
  const auto pairs = static_cast<std::uint64_t>(host_count) * 64;
  return std::clamp<unsigned>(static_cast<unsigned>(std::bit_width(pairs)), 12, 17);
}

// The penalty when neither a latency nor a weight gives one: that of a nanosecond of latency, so
// that shares stay finite.
constexpr double smallest_penalty_s = 1e-9;

// Quanta of many flows at once: more than a link holds.
constexpr std::uint32_t crowd_quanta = 2 * quanta_per_link;

// What a flow that spreads may use.
constexpr std::size_t spread_link_max = 4096;
constexpr std::uint64_t spread_way_max = 1U << 20;

}  // namespace

RouteCache::RouteCache(const Platform& platform, const NetworkConfig& config)
    : platform_(platform),
      config_(config),
      slots_(std::size_t{1} << slot_bits(platform.hosts.count()), no_id),
      slot_shift_(64 - slot_bits(platform.hosts.count())) {
  // Addresses only, until they are used: growing would touch the pages of each size on the way.
  routes_.reserve(slots_.size());
  uses_.reserve(slots_.size() * 8);
}

void RouteCache::invalidate() {
  for (RouteId& slot : slots_) {
    if (slot != no_id) release(slot);
    slot = no_id;
  }
}

void RouteCache::recycle(RouteId route) {
  const RouteFacts& facts = routes_[route];
  const std::uint32_t count = facts.use_count + facts.acknowledgement_count;
  if (count > 0) free_blocks_[count].push_back(facts.first_use);
  free_routes_.push_back(route);
}

// A route that is not in its slot.
RouteId RouteCache::acquire_other(HostId source, HostId destination, Choice choice) {
  const RouteId route = slots_[opposite(slot_of(source, destination, choice))];
  if (route != no_id && routes_[route].is_for(source, destination, choice)) {
    routes_[route].users++;
    return route;
  }
  return compute(source, destination, choice);
}

// Puts a new route into its slot; the one that was there moves to the slot opposite,
// unless that is where it comes from.
void RouteCache::keep(RouteId route) {
  const std::size_t slot = slot_of(routes_[route]);
  const RouteId old = slots_[slot];
  slots_[slot] = route;
  if (old == no_id) return;
  RouteId displaced = old;
  if (slot_of(routes_[old]) == slot) {
    std::swap(displaced, slots_[opposite(slot)]);
  }
  if (displaced != no_id) release(displaced);
}

RouteId RouteCache::compute(HostId source, HostId destination, Choice choice) {
  RouteFacts facts{.source = source,
                   .destination = destination,
                   .latency_s = 0,
                   .penalty = 0,
                   .bound_bytes_per_s = std::numeric_limits<double>::infinity(),
                   .bound_level = 0,
                   .first_use = 0,
                   .use_count = 0,
                   .acknowledgement_count = 0,
                   .users = 2,
                   .choice = choice};
  const bool is_spread =
      kind_of(choice) == WayKind::spread || kind_of(choice) == WayKind::valiant_spread;
  if (choice == 0) {
    platform_.route(source, destination, forward_);
  } else if (!is_spread) {
    find_way(platform_, source, destination, choice, forward_);
  }
  if (is_spread) {
    measure_spread(facts);
  } else if (source == destination && forward_.links.empty()) {
    facts.latency_s = config_.loopback_latency_s;
    facts.penalty = facts.latency_s + config_.weight_s / config_.loopback_bandwidth_bytes_per_s;
    facts.bound_bytes_per_s = config_.loopback_bandwidth_bytes_per_s;
    merged_.clear();
    reserved_.clear();
  } else {
    measure(facts);
  }
  if (source == destination && first_memory_link_ != no_id) {
    add_use(first_memory_link_ + source, 1);
    bound_by_uses(facts);
  }
  if (facts.penalty <= 0) facts.penalty = smallest_penalty_s;
  // As in SimGrid, a way without links, as hosts of Vivaldi zones have, takes its latency only.
  const bool has_links = is_spread || source == destination || !forward_.links.empty();
  if (config_.tcp_gamma_bytes > 0 && facts.latency_s > 0 && has_links) {
    facts.bound_bytes_per_s =
        std::min(facts.bound_bytes_per_s, config_.tcp_gamma_bytes / (2 * facts.latency_s));
  }
  facts.bound_level = facts.bound_bytes_per_s * facts.penalty;
  store_uses(facts);
  RouteId route;
  if (free_routes_.empty()) {
    route = static_cast<RouteId>(routes_.size());
    routes_.push_back(facts);
  } else {
    route = free_routes_.back();
    free_routes_.pop_back();
    routes_[route] = facts;
  }
  keep(route);
  return route;
}

// Latency, penalty and uses of a route that crosses links; capacities are those of now.
// Acknowledgements take the way backwards; but under choice 0, on whichever rail, the way 0 of the
// other direction.
void RouteCache::measure(RouteFacts& facts) {
  merged_.clear();
  reserved_.clear();
  const bool is_way_0 = facts.choice == on_rail(0, rail_of(facts.choice));
  const HostWays between =
      is_way_0 ? HostWays() : ways_between(platform_, facts.source, facts.destination);
  if (between.ways != nullptr) {
    measure_way(facts, between.ways->on_rail(rail_of(facts.choice))->cable_links(), 1);
    return bound_by_uses(facts);
  }
  facts.latency_s = forward_.latency_s;
  facts.penalty = forward_.latency_s;
  for (const LinkId link : forward_.links) {
    facts.penalty += config_.weight_s / platform_.links.bandwidth_bytes_per_s[link];
    add_use(link, 1);
  }
  if (config_.crosstraffic != Crosstraffic::no) {
    if (facts.choice == 0) {
      platform_.route(facts.destination, facts.source, backward_);
    } else {
      find_way(platform_, facts.destination, facts.source, facts.choice, backward_);
    }
    if (detours_ != nullptr) take_detour_back(facts);
    for (const LinkId link : backward_.links) add_acknowledgements(link, 1);
  }
  bound_by_uses(facts);
}

// Acknowledgements go the way that a flow to the source would take.
void RouteCache::take_detour_back(const RouteFacts& facts) {
  const Choice choice = detours_->around(facts.destination, facts.source, facts.choice);
  if (choice != facts.choice)
    find_way(platform_, facts.destination, facts.source, choice, backward_);
}

// Adds what a share of the flow, on the way in forward_, contributes.
void RouteCache::measure_way(RouteFacts& facts, const CableLinks& cables, double share) {
  facts.latency_s += share * forward_.latency_s;
  facts.penalty += share * forward_.latency_s;
  for (const LinkId link : forward_.links) {
    facts.penalty += share * config_.weight_s / platform_.links.bandwidth_bytes_per_s[link];
    add_use(link, share);
    const LinkId back = cables.reverse(link);
    const bool is_free = back == link && platform_.links.policy[link] == SharingPolicy::fatpipe;
    if (config_.crosstraffic != Crosstraffic::no && !is_free) add_acknowledgements(back, share);
  }
}

// All ways of a kind at once, an equal share of the flow on each.
void RouteCache::measure_spread(RouteFacts& facts) {
  merged_.clear();
  reserved_.clear();
  const HostWays between = ways_between(platform_, facts.source, facts.destination);
  const bool is_valiant = kind_of(facts.choice) == WayKind::valiant_spread;
  const std::uint64_t count = is_valiant ? between.ways->valiant_count(between.from, between.to)
                                         : platform_.path_count(facts.source, facts.destination);
  const std::uint32_t rail = rail_of(facts.choice);
  const CableLinks cables = between.ways->on_rail(rail)->cable_links();
  const auto way = [&](std::uint64_t number) {
    return on_rail(is_valiant ? ValiantWay{.number = number}.choice() : number, rail);
  };
  // Ways with dead links take no share, unless there are no others.
  const auto is_alive = [&](std::uint64_t number) {
    find_way(platform_, facts.source, facts.destination, way(number), forward_);
    return detours_ == nullptr || !detours_->crosses_dead(forward_);
  };
  std::uint64_t alive_count = count;
  if (detours_ != nullptr && !detours_->dead().empty()) {
    alive_count = 0;
    for (std::uint64_t number = 0; number < std::min(count, spread_way_max); number++) {
      alive_count += is_alive(number) ? 1 : 0;
    }
  }
  const bool takes_all = alive_count == 0;
  const double share = 1 / static_cast<double>(takes_all ? count : alive_count);
  merged_place_.assign(platform_.links.count(), no_id);
  if (config_.crosstraffic == Crosstraffic::reserve) reserved_place_ = merged_place_;
  for (std::uint64_t number = 0; number < count; number++) {
    if (merged_.size() > spread_link_max || number == spread_way_max) {
      merged_place_.clear();
      throw kernel::InputError(
          fmt::format("more than {} links or {} ways to spread a message over", spread_link_max,
                      spread_way_max),
          {platform_.source, 0,
           fmt::format("{}' to '{}", platform_.hosts.name[facts.source],
                       platform_.hosts.name[facts.destination]),
           "random, or valiant, as network/routing has the same loads in the mean"});
    }
    if (is_alive(number) || takes_all) measure_way(facts, cables, share);
  }
  std::erase_if(reserved_, [this](const MergedUse& reserved) {
    const std::uint32_t place = merged_place_[reserved.link];
    if (place != no_id) merged_[place].use += reserved.use;
    return place != no_id;
  });
  merged_place_.clear();
  bound_by_uses(facts);
}

void RouteCache::bound_by_uses(RouteFacts& facts) const {
  for (const MergedUse& merged : merged_) {
    const double capacity = capacity_of(platform_.links, merged.link);
    facts.bound_bytes_per_s = std::min(facts.bound_bytes_per_s, capacity / merged.use);
  }
}

// A link met twice adds up when it is shared, or when ways share a flow; else it is a fat pipe and
// counts once, at the most.
void RouteCache::add_use(LinkId link, double use) {
  const auto add_to = [&](MergedUse& merged) {
    const bool is_sum =
        platform_.links.policy[link] == SharingPolicy::shared || !merged_place_.empty();
    merged.use = is_sum ? merged.use + use : std::max(merged.use, use);
  };
  if (!merged_place_.empty()) {
    std::uint32_t& place = merged_place_[link];
    if (place != no_id) return add_to(merged_[place]);
    place = static_cast<std::uint32_t>(merged_.size());
  } else {
    for (MergedUse& merged : merged_) {
      if (merged.link == link) return add_to(merged);
    }
  }
  merged_.push_back({link, use});
}

// Of a share of the flow. Those that reserve capacity do so on links that the flow does not use
// itself, and that it could compete for.
void RouteCache::add_acknowledgements(LinkId link, double share) {
  const double use = share * config_.acknowledgement_use;
  if (config_.crosstraffic == Crosstraffic::yes) return add_use(link, use);
  if (platform_.links.policy[link] == SharingPolicy::fatpipe) return;
  if (!merged_place_.empty()) {
    std::uint32_t& place = reserved_place_[link];
    if (place == no_id) {
      place = static_cast<std::uint32_t>(reserved_.size());
      reserved_.push_back({link, 0});
    }
    reserved_[place].use += use;
    return;
  }
  for (std::vector<MergedUse>* uses : {&merged_, &reserved_}) {
    for (MergedUse& each : *uses) {
      if (each.link != link) continue;
      each.use += use;
      return;
    }
  }
  reserved_.push_back({link, use});
}

void RouteCache::add_memory_links(Platform& platform) {
  const double capacity = config_.calibration.loopback_capacity_bytes_per_s;
  if (capacity == 0) return;
  first_memory_link_ = static_cast<LinkId>(platform.links.count());
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    platform.add_link(fmt::format("memory of {}", platform.hosts.name[host]), capacity, 0,
                      SharingPolicy::shared);
  }
}

LinkId RouteCache::link_off(RouteId route) const {
  for (const LinkUse& use : uses(route)) {
    if (platform_.links.is_on[use.link] == 0) return use.link;
  }
  return no_id;
}

LinkId RouteCache::link_without_capacity(RouteId route) const {
  for (const LinkUse& use : uses(route)) {
    if (!(capacity_of(platform_.links, use.link) > 0)) return use.link;
  }
  return no_id;
}

double RouteCache::narrowest_bytes_per_s(RouteId route) const {
  const RouteFacts& facts = routes_[route];
  if (facts.source == facts.destination) return facts.bound_bytes_per_s;
  double narrowest = std::numeric_limits<double>::infinity();
  for (const LinkUse& use : uses(route)) {
    const double capacity = capacity_of(platform_.links, use.link);
    narrowest = std::min(narrowest, capacity / (use.weight * facts.penalty));
  }
  return narrowest;
}

std::uint32_t RouteCache::take_block(std::size_t count) {
  if (free_blocks_.size() <= count) free_blocks_.resize(count + 1);
  if (free_blocks_[count].empty()) {
    uses_.resize(uses_.size() + count);
    return static_cast<std::uint32_t>(uses_.size() - count);
  }
  const std::uint32_t first_use = free_blocks_[count].back();
  free_blocks_[count].pop_back();
  return first_use;
}

std::uint32_t RouteCache::copy_uses(RouteId route) {
  RouteFacts& facts = routes_[route];
  facts.users++;
  return take_block(facts.use_count + facts.acknowledgement_count);
}

// Each use of a fat pipe has the whole of it, however many there are.
void RouteCache::scale_copy(RouteId route, std::uint32_t first_use, std::uint32_t flow_count) {
  const RouteFacts& facts = routes_[route];
  const std::uint32_t count = facts.use_count + facts.acknowledgement_count;
  for (std::uint32_t i = 0; i < count; i++) {
    LinkUse use = uses_[facts.first_use + i];
    if (platform_.links.policy[use.link] == SharingPolicy::shared) {
      const std::uint64_t quanta = std::uint64_t{use.quanta} * flow_count;
      use.quanta = static_cast<std::uint32_t>(std::min<std::uint64_t>(quanta, crowd_quanta));
      use.weight *= flow_count;
    }
    uses_[first_use + i] = use;
  }
}

void RouteCache::free_copy(RouteId route, std::uint32_t first_use) {
  const RouteFacts& facts = routes_[route];
  free_blocks_[facts.use_count + facts.acknowledgement_count].push_back(first_use);
  release(route);
}

void RouteCache::store_uses(RouteFacts& facts) {
  // Nothing passes a link that is off, so nothing needs to be reserved there.
  std::erase_if(reserved_, [this](const MergedUse& reserved) {
    return !(capacity_of(platform_.links, reserved.link) > 0);
  });
  facts.use_count = static_cast<std::uint32_t>(merged_.size());
  facts.acknowledgement_count = static_cast<std::uint32_t>(reserved_.size());
  merged_.insert(merged_.end(), reserved_.begin(), reserved_.end());
  const std::size_t count = merged_.size();
  if (count == 0) return;
  facts.first_use = take_block(count);
  for (std::size_t i = 0; i < count; i++) {
    const double capacity = capacity_of(platform_.links, merged_[i].link);
    const double bound = facts.bound_bytes_per_s;
    const double share = bound > 0 ? merged_[i].use * bound / capacity : 0;
    const double penalty =
        i < facts.use_count ? facts.penalty : facts.penalty * acknowledgement_penalty;
    uses_[facts.first_use + i] = {merged_[i].link, quanta_of(share), merged_[i].use / penalty};
  }
}

}  // namespace smpi::models
