// SPDX-License-Identifier: BSD-3-Clause
//
// The policies. Each draws from a hash of the seed, the two hosts and, where messages of a pair may
// differ, the number of the message among those of the pair: the order in which pairs send has no
// influence on what is drawn.
#include "models/network/routing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/chained_hash.h"
#include "kernel/error.h"
#include "models/platform/zone.h"

namespace smpi::models {
namespace {

RoutingSkills skills_of(const Platform& platform) {
  RoutingSkills all;
  for (const auto& zone : platform.zones) {
    if (zone->ways() == nullptr) continue;
    const RoutingSkills skills = zone->ways()->skills();
    all.valiant |= skills.valiant;
    all.groups |= skills.groups;
    all.deroutes |= skills.deroutes;
    all.shortest |= skills.shortest;
  }
  return all;
}

bool is_possible(RoutingRule rule, const RoutingSkills& skills) {
  switch (rule) {
    case RoutingRule::valiant:
    case RoutingRule::valiant_spread:
    case RoutingRule::ugal_local:
    case RoutingRule::ugal_global:
      return skills.valiant;
    case RoutingRule::par:
      return skills.groups;
    case RoutingRule::dal:
    case RoutingRule::omniwar:
      return skills.deroutes;
    case RoutingRule::shortest:
      return skills.shortest;
    default:
      return true;
  }
}

bool looks_at_loads(RoutingRule rule) {
  return rule == RoutingRule::adaptive || rule == RoutingRule::ugal_local ||
         rule == RoutingRule::ugal_global || rule == RoutingRule::par || rule == RoutingRule::dal ||
         rule == RoutingRule::omniwar;
}

bool has_rails(const Platform& platform) {
  return std::any_of(platform.zones.begin(), platform.zones.end(), [](const auto& zone) {
    return zone->ways() != nullptr && zone->ways()->rail_count() > 1;
  });
}

constexpr std::uint32_t shortest_default = 8;

}  // namespace

std::unique_ptr<Routing> Routing::make(const Platform& platform, const RoutingConfig& config) {
  if (config.rule == RoutingRule::minimal && !has_rails(platform)) return nullptr;
  return std::make_unique<Routing>(platform, config);
}

Routing::Routing(const Platform& platform, const RoutingConfig& config)
    : platform_(platform),
      config_(config),
      loads_(platform.links),
      has_rails_(has_rails(platform)) {
  require(platform);
  const bool compares_rails = has_rails_ && config.rail_rule == RailRule::adaptive;
  if (looks_at_loads(config.rule) || compares_rails) loads_.start();
}

void Routing::require(const Platform& platform) const {
  const RoutingSkills skills = skills_of(platform);
  if (!is_possible(config_.rule, skills)) {
    std::vector<std::string_view> possible;
    for (auto rule = RoutingRule::minimal; rule <= RoutingRule::shortest;
         rule = static_cast<RoutingRule>(static_cast<int>(rule) + 1)) {
      if (is_possible(rule, skills)) possible.push_back(name_of(rule));
    }
    throw kernel::InputError("the platform has no topology for this routing policy",
                             {platform.source, 0, std::string(name_of(config_.rule)),
                              fmt::format("possible here: {}", fmt::join(possible, ", "))});
  }
  if (config_.rule != RoutingRule::dal && config_.rule != RoutingRule::omniwar) return;
  for (const auto& zone : platform.zones) {
    if (zone->ways() == nullptr || !zone->ways()->skills().deroutes) continue;
    const auto deroute_max = zone->ways()->deroute_max();
    if (deroute_max && deroutes_of(*zone->ways()) <= *deroute_max) continue;
    throw kernel::InputError(fmt::format("too many ways for {}", name_of(config_.rule)),
                             {platform.source, 0, zone->name,
                              deroute_max ? fmt::format("at most {} deroutes here", *deroute_max)
                                          : "fewer dimensions are possible"});
  }
}

void Routing::count(std::span<const LinkUse> uses, double penalty, bool starts) {
  for (const LinkUse& use : uses) {
    if (use.weight * penalty < 0.5) continue;  // acknowledgements only
    if (starts) {
      loads_.add(use.link);
    } else {
      loads_.remove(use.link);
    }
  }
}

std::uint64_t Routing::draw(std::uint64_t number) const {
  return kernel::chained_hash({message_key_ ^ number});
}

std::uint32_t Routing::part_count(HostId from, HostId to, double size_bytes) const {
  if (!has_rails_ || config_.stripe_bytes <= 0 || size_bytes < config_.stripe_bytes) return 1;
  const HostWays between = ways_between(platform_, from, to);
  return between.ways == nullptr ? 1 : between.ways->rail_count();
}

Choice Routing::choose(HostId from, HostId to, double size_bytes, std::uint32_t rail) {
  const bool is_minimal =
      config_.rule == RoutingRule::minimal || size_bytes < config_.adaptive_min_bytes;
  if (is_minimal && !has_rails_) return 0;
  HostWays between = ways_between(platform_, from, to);
  if (between.ways == nullptr) return 0;
  rail_ = rail == no_id ? choose_rail(*between.ways, from, to) : rail;
  between.ways = between.ways->on_rail(rail_);
  if (is_minimal || between.ways == nullptr) return on_rail(0, rail_);
  const Choice choice = choose_on_rail(between, from, to);
  // The number of a walk over very many dimensions may leave no room for a rail.
  return rail_ == 0 || rail_of(choice) == 0 ? on_rail(choice, rail_) : on_rail(0, rail_);
}

// Taking turns begins at a rail that the pair gives: hosts that send one message each use all.
std::uint32_t Routing::choose_rail(const Ways& ways, HostId from, HostId to) {
  const std::uint32_t count = ways.rail_count();
  if (count == 1) return 0;
  if (config_.rail_rule == RailRule::hash) {
    return static_cast<std::uint32_t>(kernel::chained_hash({config_.seed, from, to}) % count);
  }
  if (config_.rail_rule != RailRule::adaptive) {
    return (from + to + rail_turns_[std::uint64_t{from} << 32 | to]++) % count;
  }
  std::uint32_t best = 0;
  std::uint32_t best_flows = 0;
  for (std::uint32_t rail = 0; rail < count; rail++) {
    find_way(platform_, from, to, on_rail(0, rail), route_);
    const std::uint32_t flows =
        std::max(loads_.flows(route_.links.front()), loads_.flows(route_.links.back()));
    if (rail > 0 && flows >= best_flows) continue;
    best = rail;
    best_flows = flows;
  }
  return best;
}

Choice Routing::choose_on_rail(const HostWays& between, HostId from, HostId to) {
  message_key_ = kernel::chained_hash({config_.seed, from, to});
  const auto draw_for_message = [&] {
    const std::uint64_t pair = std::uint64_t{from} << 32 | to;
    message_key_ = kernel::chained_hash({message_key_ ^ message_counts_[pair]++});
  };
  switch (config_.rule) {
    case RoutingRule::minimal:
      return 0;
    case RoutingRule::ecmp:
      return minimal_by_hash(from, to);
    case RoutingRule::random:
      draw_for_message();
      return minimal_by_hash(from, to);
    case RoutingRule::dmodk:
      return between.ways->modk_way(between.from, between.to, between.to);
    case RoutingRule::smodk:
      return between.ways->modk_way(between.from, between.to, between.from);
    case RoutingRule::adaptive:
      if (between.ways->skills().climbs) return walk(between, WalkRule::adaptive_tree);
      draw_for_message();
      return adaptive(from, to);
    case RoutingRule::valiant:
      draw_for_message();
      return valiant(between, from, to);
    case RoutingRule::ugal_local:
    case RoutingRule::ugal_global:
    case RoutingRule::par:
      draw_for_message();
      return ugal(between, from, to);
    case RoutingRule::spread:
      return choice_of(WayKind::spread);
    case RoutingRule::valiant_spread:
      return choice_of(between.ways->valiant_count(between.from, between.to) > 0
                           ? WayKind::valiant_spread
                           : WayKind::spread);
    case RoutingRule::dal:
      return walk(between, WalkRule::dal);
    case RoutingRule::omniwar:
      return walk(between, WalkRule::omniwar);
    case RoutingRule::shortest: {
      draw_for_message();
      const std::uint32_t count = between.ways->shortest_count(
          between.from, between.to, config_.number > 0 ? config_.number : shortest_default);
      return count > 1 ? choice_of(WayKind::shortest, message_key_ % count) : 0;
    }
  }
  return 0;
}

Choice Routing::minimal_by_hash(HostId from, HostId to) {
  return message_key_ % platform_.path_count(from, to);
}

// Different numbers below `count`, in the order of their draws; all of them when they are few.
void Routing::candidates_below(std::uint64_t count, std::uint64_t key) {
  candidates_.clear();
  const std::uint64_t wanted = std::min<std::uint64_t>(count, config_.candidates);
  if (wanted == count) {
    for (std::uint64_t number = 0; number < count; number++) candidates_.push_back(number);
    return;
  }
  for (std::uint64_t attempt = 0; candidates_.size() < wanted; attempt++) {
    const std::uint64_t number = kernel::chained_hash({key ^ attempt}) % count;
    if (std::find(candidates_.begin(), candidates_.end(), number) == candidates_.end()) {
      candidates_.push_back(number);
    }
  }
}

// The way whose fullest link is the least full; of equals that with fewer links, then the lower
// number.
Choice Routing::adaptive(HostId from, HostId to) {
  candidates_below(platform_.path_count(from, to), message_key_);
  std::sort(candidates_.begin(), candidates_.end());
  Choice best = 0;
  double best_filling = 0;
  std::size_t best_length = 0;
  for (const Choice choice : candidates_) {
    find(from, to, choice);
    double filling = 0;
    for (const LinkId link : route_.links) filling = std::max(filling, loads_.filling(link));
    if (best_length > 0 && (filling > best_filling ||
                            (filling == best_filling && route_.links.size() >= best_length))) {
      continue;
    }
    best = choice;
    best_filling = filling;
    best_length = route_.links.size();
  }
  return best;
}

Choice Routing::valiant(const HostWays& between, HostId from, HostId to) {
  const std::uint64_t count = between.ways->valiant_count(between.from, between.to);
  if (count == 0) return minimal_by_hash(from, to);
  return ValiantWay{.number = message_key_ % count}.choice();
}

Routing::Outlook Routing::look_at(HostId from, HostId to, Choice choice, std::uint32_t steps) {
  find(from, to, choice);
  Outlook outlook;
  std::uint32_t step = 0;
  for (const LinkId link : route_.links) {
    const bool is_counted = cables_.is_between_routers(link) && step++ >= steps;
    if (is_counted) outlook.hops++;
    const bool is_looked_at =
        config_.rule == RoutingRule::ugal_global ? step >= steps : is_counted && outlook.hops == 1;
    if (is_looked_at) outlook.flows = std::max<double>(outlook.flows, loads_.flows(link));
  }
  return outlook;
}

// A minimal way against some Valiant ways; for par again at each router of the source's group that
// the minimal way visits, until one diverts.
Choice Routing::ugal(const HostWays& between, HostId from, HostId to) {
  const Ways& ways = *between.ways;
  const std::uint64_t count = ways.valiant_count(between.from, between.to);
  const auto minimal = static_cast<std::uint32_t>(
      message_key_ %
      std::min<std::uint64_t>(platform_.path_count(from, to), ValiantWay::minimal_max));
  if (count == 0) return minimal;
  cables_ = ways.cable_links();
  const std::uint32_t last_step =
      config_.rule == RoutingRule::par ? ways.steps_in_group(between.from, between.to, minimal) : 0;
  for (std::uint32_t steps = 0; steps <= last_step; steps++) {
    candidates_below(count, draw(steps + 1));
    const double direct = look_at(from, to, minimal, steps).weight();
    Choice best = minimal;
    double best_weight = direct - config_.bias;
    for (const std::uint64_t number : candidates_) {
      const Choice choice = ValiantWay{number, minimal, steps}.choice();
      const double weight = look_at(from, to, choice, steps).weight();
      if (weight >= best_weight) continue;
      best = choice;
      best_weight = weight;
    }
    if (best != minimal) return best;
  }
  return minimal;
}

Choice Routing::walk(const HostWays& between, WalkRule rule) {
  return between.ways->walk(between.from, between.to, rule, deroutes_of(*between.ways), loads_);
}

}  // namespace smpi::models
