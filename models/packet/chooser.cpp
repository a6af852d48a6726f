// SPDX-License-Identifier: BSD-3-Clause
//
// What routers compare. A way from the router where a packet stands is found as one from a host of
// that router, whose own cable is left out.
#include "models/packet/chooser.h"

#include <algorithm>
#include <limits>

#include "kernel/chained_hash.h"
#include "kernel/error.h"
#include "models/network/routing.h"
#include "models/platform/zone.h"
#include "models/topology/host_layout.h"

namespace smpi::models::packet {
namespace {

constexpr std::int64_t nothing_found = std::numeric_limits<std::int64_t>::max();

// A cable from the router where a packet stands to another one of its rows.
struct Move {
  std::uint32_t dimension = 0;
  HostId host = no_id;     // of the router to which it leads
  bool is_direct = false;  // that has the coordinate of the destination
};

// The moves that a router of a grid has, dimension by dimension.
class GridMoves {
 public:
  GridMoves(const Platform& platform, HostId here, const Trip& trip)
      : zone_(*platform.zones[platform.place_of(here).zone]),
        grid_(dynamic_cast<const HostLayout&>(zone_).host_grid()) {
    const std::uint32_t at = point_of(platform, here);
    const std::uint32_t source = point_of(platform, trip.source);
    const std::uint32_t target = point_of(platform, trip.destination);
    std::uint32_t stride = 1;
    for (std::uint32_t dimension = 0; dimension < grid_.sizes.size(); dimension++) {
      const std::uint32_t size = grid_.sizes[dimension];
      const std::uint32_t coordinate = at / stride % size;
      const std::uint32_t wanted = target / stride % size;
      differing_at_source_ += source / stride % size != wanted ? 1 : 0;
      for (std::uint32_t other = 0; coordinate != wanted && other < size; other++) {
        if (other == coordinate) continue;
        const std::uint32_t point = at + (other - coordinate) * stride;
        moves_.push_back(
            {dimension, zone_.children[point * grid_.hosts_per_point], other == wanted});
      }
      differing_ += coordinate != wanted ? 1 : 0;
      stride *= size;
    }
  }

  const std::vector<Move>& moves() const { return moves_; }
  // Dimensions that differ from those of the destination.
  std::uint32_t differing() const { return differing_; }
  std::uint32_t differing_at_source() const { return differing_at_source_; }

 private:
  std::uint32_t point_of(const Platform& platform, HostId host) const {
    return platform.place_of(host).local / grid_.hosts_per_point;
  }

  const Zone& zone_;
  HostGrid grid_;
  std::vector<Move> moves_;
  std::uint32_t differing_ = 0;
  std::uint32_t differing_at_source_ = 0;
};

}  // namespace

bool Chooser::is_needed(RoutingRule rule) {
  return rule == RoutingRule::adaptive || rule == RoutingRule::ugal_local ||
         rule == RoutingRule::par || rule == RoutingRule::dal || rule == RoutingRule::omniwar;
}

Chooser::Chooser(const Platform& platform, const Fabric& fabric, const Config& config)
    : platform_(platform),
      fabric_(fabric),
      config_(config),
      host_of_router_(fabric.router_count(), no_id) {
  for (auto cable = platform.cables.rbegin(); cable != platform.cables.rend(); ++cable) {
    for (const auto& [end, other] :
         {std::pair{cable->lower, cable->upper}, {cable->upper, cable->lower}}) {
      if (end.is_switch()) continue;
      const RouterId router = other.is_switch() ? other.index() : fabric.router_of(end.index());
      host_of_router_[router] = end.index();
    }
  }
}

Decision Chooser::decide(const Stand& stand, Queues& queues, std::vector<Hop>& hops) {
  const HostWays between = ways_between(platform_, stand.trip.source, stand.trip.destination);
  const bool is_small =
      static_cast<double>(stand.trip.size_bytes) < config_.routing.adaptive_min_bytes;
  if (is_small || between.ways == nullptr) return {};
  // A limiter, or the destination's own cable: whoever comes next may choose.
  if (!fabric_.is_between_routers(stand.next)) return {.is_last = false, .memory = stand.memory};
  const Ways* ways = ways_of(stand, between);
  if (ways == nullptr) return {};
  switch (config_.routing.rule) {
    case RoutingRule::adaptive:
      if (ways->skills().climbs) return climb(stand, *ways, queues, hops);
      if (ways->skills().groups) return adapt_at_source(stand, *ways, queues, hops);
      return adapt(stand, *ways, queues, hops);
    case RoutingRule::ugal_local:
    case RoutingRule::par:
      return divert(stand, *ways, queues, hops);
    default:
      return deroute(stand, *ways, queues, hops);
  }
}

const Ways* Chooser::ways_of(const Stand& stand, const HostWays& between) const {
  for (std::uint32_t rail = 0; rail < between.ways->rail_count(); rail++) {
    const Ways* ways = between.ways->on_rail(rail);
    if (ways == nullptr) return nullptr;
    const CableLinks cables = ways->cable_links();
    if (stand.next >= cables.first && stand.next < cables.end) return ways;
  }
  return nullptr;
}

// Port by port: the first of the climbs is the natural one from here, however the packet came.
Decision Chooser::climb(const Stand& stand, const Ways& ways, Queues& queues,
                        std::vector<Hop>& hops) {
  const HostWays between = ways_between(platform_, stand.trip.source, stand.trip.destination);
  links_.clear();
  ways.climbs(between.from, between.to, stand.by, links_);
  if (links_.empty()) return {};
  std::uint32_t best = 0;
  std::int64_t best_load = queues.load(links_[0]);
  if (static_cast<double>(best_load) > config_.adaptive_threshold_bytes) {
    for (std::uint32_t number = 1; number < links_.size(); number++) {
      const std::int64_t load = queues.load(links_[number]);
      if (load >= best_load) continue;
      best = number;
      best_load = load;
    }
  }
  if (links_[best] == stand.next) return {.is_last = false};
  route_.clear();
  RouteBuilder builder(platform_, route_);
  ways.append_climb(between.from, between.to, stand.by, best, builder);
  for (const LinkId link : route_.links) hops.push_back({link});
  return {.is_other = true, .is_last = false};
}

void Chooser::find_onward(HostId here, HostId target, Choice choice) {
  find_way(platform_, here, target, choice, route_);
  const auto first = std::find_if(route_.links.begin(), route_.links.end(),
                                  [this](LinkId link) { return fabric_.is_between_routers(link); });
  route_.links.erase(route_.links.begin(), first);
}

std::int64_t Chooser::load_ahead(const Queues& queues) const {
  return queues.load(route_.links.front());
}

void Chooser::by_hop(const Stand& stand, std::uint32_t first, std::vector<Hop>& hops) const {
  std::uint32_t channel = first;
  for (const LinkId link : route_.links) {
    Hop hop{link};
    if (fabric_.is_limited() && fabric_.is_between_routers(link)) {
      hop.channel = static_cast<std::uint8_t>(std::min(channel++, fabric_.channel_count() - 1));
    }
    hops.push_back(hop);
  }
  fabric_.append_card(stand.trip.destination, hops);
}

// The minimal ways from here, spread evenly over their numbers: of orders of dimensions these begin
// with different dimensions. Memory: cables so far; of an escape, whether it has closed a ring.
Decision Chooser::adapt(const Stand& stand, const Ways& ways, Queues& queues,
                        std::vector<Hop>& hops) {
  const HostId here = host_at(stand.by);
  const HostId target = stand.trip.destination;
  if (here == no_id) return {};
  const std::uint64_t count = platform_.path_count(here, target);
  const std::uint64_t wanted = std::min<std::uint64_t>(count, config_.routing.candidates);
  Choice best = 0;
  std::int64_t best_load = nothing_found;
  for (std::uint64_t i = 0; i < wanted; i++) {
    const Choice choice = i * count / wanted;
    find_onward(here, target, choice);
    const std::int64_t load = load_ahead(queues);
    if (load >= best_load) continue;
    best = choice;
    best_load = load;
  }
  find_onward(here, target, best);
  if (!fabric_.has_direct_cables() || !fabric_.is_limited()) {
    by_hop(stand, stand.memory, hops);
    return {
        .is_other = true, .is_last = false, .memory = static_cast<std::uint8_t>(stand.memory + 1)};
  }
  const auto channel = static_cast<std::uint8_t>(fabric_.channel_count() - 1);
  if (queues.reserve(route_.links.front(), channel, stand.bytes)) {
    by_hop(stand, channel, hops);
    return {.is_other = true, .is_last = false, .has_room = true};
  }
  find_onward(here, target, 0);
  const std::size_t first = hops.size();
  fabric_.append_hops(target, &ways, route_.links, hops, stand.memory != 0 ? stand.by : no_id);
  const bool has_closed_ring = ways.cable_rule() == CableRule::rings && hops[first].channel == 1;
  return {.is_other = true,
          .is_last = false,
          .memory = static_cast<std::uint8_t>(has_closed_ring ? 1 : 0)};
}

std::uint64_t Chooser::draw(const Stand& stand, std::uint64_t number) const {
  const Trip& trip = stand.trip;
  const std::uint64_t key[] = {config_.routing.seed, trip.source, trip.destination,
                               trip.number,          trip.packet, number};
  return kernel::chained_hash(key);
}

std::size_t Chooser::find_whole(const Stand& stand, const Ways& ways, Choice choice,
                                std::uint32_t steps) {
  const Trip& trip = stand.trip;
  find_way(platform_, trip.source, trip.destination, choice, route_);
  whole_.clear();
  fabric_.make_hops(trip.source, trip.destination, &ways, route_.links, whole_);
  std::size_t place = 0;
  for (std::uint32_t left = steps + 1; place < whole_.size(); place++) {
    if (fabric_.is_between_routers(whole_[place].port) && --left == 0) break;
  }
  // A detour that comes back to a router before this one does not pass here: its loop is left out.
  const bool passes = place > 0 && place < whole_.size() && whole_[place - 1].port == stand.by;
  return passes ? place : whole_.size();
}

template <class MakeChoice>
Chooser::Best Chooser::best_of(const Stand& stand, const Ways& ways, const Queues& queues,
                               std::uint64_t count, std::uint64_t key, std::uint32_t steps,
                               MakeChoice make_choice) {
  Best best{.load = nothing_found};
  const std::uint64_t wanted = std::min<std::uint64_t>(count, config_.routing.candidates);
  for (std::uint64_t i = 0; i < wanted; i++) {
    const std::uint64_t number = wanted == count ? i : draw(stand, key + i) % count;
    const Choice choice = make_choice(number);
    const std::size_t place = find_whole(stand, ways, choice, steps);
    if (place == whole_.size()) continue;
    const std::int64_t load = queues.load(whole_[place].port);
    if (load < best.load) best = {choice, load};
  }
  return best;
}

Decision Chooser::take_whole(const Stand& stand, const Ways& ways, Choice choice,
                             std::uint32_t steps, std::vector<Hop>& hops) {
  const std::size_t place = find_whole(stand, ways, choice, steps);
  SIM_ASSERT(place < whole_.size(), "a way passes the router that has chosen it");
  hops.insert(hops.end(), whole_.begin() + static_cast<std::ptrdiff_t>(place), whole_.end());
  return {.is_other = true};
}

Decision Chooser::adapt_at_source(const Stand& stand, const Ways& ways, Queues& queues,
                                  std::vector<Hop>& hops) {
  const std::uint64_t count = platform_.path_count(stand.trip.source, stand.trip.destination);
  const Best best = best_of(stand, ways, queues, count, 0, 0,
                            [](std::uint64_t number) { return Choice{number}; });
  return take_whole(stand, ways, best.choice, 0, hops);
}

Decision Chooser::divert(const Stand& stand, const Ways& ways, Queues& queues,
                         std::vector<Hop>& hops) {
  constexpr std::uint64_t minimal_key = 1ULL << 32, valiant_key = 2ULL << 32;
  const Trip& trip = stand.trip;
  const HostWays between = ways_between(platform_, trip.source, trip.destination);
  const std::uint32_t steps = stand.memory;
  const bool asks_again = config_.routing.rule == RoutingRule::par;
  const std::uint64_t minimal_count = std::min<std::uint64_t>(
      platform_.path_count(trip.source, trip.destination), ValiantWay::minimal_max);
  const auto one_minimal = static_cast<std::uint32_t>(draw(stand, minimal_key) % minimal_count);
  const std::uint32_t last_step =
      asks_again ? ways.steps_in_group(between.from, between.to, one_minimal) : 0;
  if (steps > last_step) return {};
  Best minimal;
  if (asks_again) {
    const std::size_t place = find_whole(stand, ways, one_minimal, steps);
    if (place == whole_.size()) return {};
    minimal = {one_minimal, queues.load(whole_[place].port)};
  } else {
    minimal = best_of(stand, ways, queues, minimal_count, minimal_key, 0,
                      [](std::uint64_t number) { return Choice{number}; });
  }
  const std::uint64_t valiant_count = ways.valiant_count(between.from, between.to);
  if (valiant_count > 0 && static_cast<double>(minimal.load) > config_.adaptive_threshold_bytes) {
    const Best detour =
        best_of(stand, ways, queues, valiant_count, valiant_key + steps * valiant_key, steps,
                [&](std::uint64_t number) {
                  return ValiantWay{number, one_minimal, steps}.choice();
                });
    if (static_cast<double>(minimal.load) >
        config_.adaptive_bias * static_cast<double>(detour.load)) {
      return take_whole(stand, ways, detour.choice, steps, hops);
    }
  }
  Decision decision = take_whole(stand, ways, minimal.choice, steps, hops);
  decision.is_last = steps == last_step;
  decision.memory = static_cast<std::uint8_t>(steps + 1);
  return decision;
}

// Memory: moves so far, and one more than the dimension of the last one if it was a deroute.
Decision Chooser::deroute(const Stand& stand, const Ways& ways, Queues& queues,
                          std::vector<Hop>& hops) {
  const HostId here = host_at(stand.by);
  if (here == no_id) return {};
  const RoutingConfig& routing = config_.routing;
  const bool is_dal = routing.rule == RoutingRule::dal;
  const std::uint32_t moves = stand.memory & 15U;
  const std::uint32_t derouted = stand.memory >> 4;
  const GridMoves grid(platform_, here, stand.trip);
  const std::uint32_t deroutes_done = moves - (grid.differing_at_source() - grid.differing());
  const std::uint32_t deroutes_max = routing.number > 0 ? routing.number : ways.deroute_default();
  Move best;
  std::int64_t best_weight = nothing_found;
  for (const bool is_direct : {true, false}) {
    for (const Move& move : grid.moves()) {
      if (move.is_direct != is_direct) continue;
      if (is_dal && move.dimension != grid.moves().front().dimension) continue;
      const bool may_deroute =
          derouted != move.dimension + 1 && (is_dal || deroutes_done < deroutes_max);
      if (!is_direct && !may_deroute) continue;
      find_onward(here, move.host, 0);
      const std::int64_t load = load_ahead(queues) + stand.bytes;
      const std::int64_t hops_left = grid.differing() + (is_direct ? 0 : 1);
      const std::int64_t weight =
          is_dal ? (is_direct ? load : 2 * load + stand.bytes) : load * hops_left;
      if (weight >= best_weight) continue;
      best = move;
      best_weight = weight;
    }
  }
  find_onward(here, best.host, 0);
  const LinkId first = route_.links.front();
  if (best.is_direct && grid.differing() == 1) {  // the destination's router
    find_onward(here, stand.trip.destination, 0);
  } else {
    find_onward(best.host, stand.trip.destination, 0);
    route_.links.insert(route_.links.begin(), first);
  }
  by_hop(stand, moves, hops);
  const std::uint32_t mark = best.is_direct ? 0 : best.dimension + 1;
  return {.is_other = true,
          .is_last = false,
          .memory = static_cast<std::uint8_t>(std::min(moves + 1, 15U) | mark << 4)};
}

}  // namespace smpi::models::packet
