// SPDX-License-Identifier: BSD-3-Clause
//
// Detours are looked for once per pair of hosts and change of a link.
#include "models/network/detours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernel/chained_hash.h"
#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::uint64_t looked_at_max = 1U << 16;

bool is_state_of_link(const Platform::TimedProfile& profile) {
  return profile.target == Platform::TimedProfile::Target::link_state;
}

}  // namespace

FailureConfig::FailureConfig(const kernel::Options& options) {
  constexpr std::array<std::string_view, 3> answers = {"reroute", "wait", "fail"};
  const std::string& text = options.text("network/on-failure");
  if (std::find(answers.begin(), answers.end(), text) == answers.end()) {
    throw kernel::InputError(
        "unknown answer to links that fail",
        {.text = text, .hint = kernel::did_you_mean(text, answers, "reroute, wait or fail")});
  }
  reroutes = text == "reroute";
  fails = text == "fail";
  delay_s = options.number("network/reroute-delay");
  if (!(delay_s >= 0 && delay_s <= 1e9)) {
    throw kernel::InputError("option network/reroute-delay is a number of seconds from 0",
                             {.text = options.text("network/reroute-delay")});
  }
}

std::unique_ptr<Detours> Detours::make(const Platform& platform, const FailureConfig& config) {
  return config.reroutes && may_fail(platform) ? std::make_unique<Detours>(platform) : nullptr;
}

bool may_fail(const Platform& platform) {
  const auto& profiles = platform.profiles;
  return std::any_of(profiles.begin(), profiles.end(), is_state_of_link);
}

void Detours::set_dead(LinkId link, bool is_dead) {
  if (Detours::is_dead(link) == is_dead) return;
  is_dead_[link] = is_dead ? 1 : 0;
  if (is_dead) {
    dead_.push_back(link);
  } else {
    std::erase(dead_, link);
  }
  found_.clear();
}

bool Detours::crosses_dead(const Route& route) const {
  return std::any_of(route.links.begin(), route.links.end(),
                     [&](LinkId link) { return is_dead(link); });
}

Choice Detours::around(HostId from, HostId to, Choice choice) {
  const WayKind kind = kind_of(choice);
  if (dead_.empty() || kind == WayKind::spread || kind == WayKind::valiant_spread) return choice;
  const auto [entry, is_new] = found_.try_emplace({from, to, choice}, choice);
  if (is_new) entry->second = find(from, to, choice);
  return entry->second;
}

Choice Detours::find(HostId from, HostId to, Choice choice) {
  if (!find_way(platform_, from, to, choice, route_) || !crosses_dead(route_)) return choice;
  const HostWays between = ways_between(platform_, from, to);
  if (between.ways == nullptr) return choice;
  const std::uint32_t count = between.ways->rail_count();
  const std::uint32_t own = count > 1 ? rail_of(choice) : 0;
  const Choice way = count > 1 ? without_rail(choice) : choice;
  for (std::uint32_t step = 0; step < count; step++) {
    const std::uint32_t rail = (own + step) % count;
    if (is_alive(from, to, on_rail(way, rail))) return on_rail(way, rail);
    const HostWays ways{between.ways->on_rail(rail), between.from, between.to};
    if (ways.ways == nullptr) continue;
    if (const auto found = find_on_rail(ways, from, to, way, rail)) return on_rail(*found, rail);
  }
  return choice;
}

bool Detours::is_alive(HostId from, HostId to, Choice choice) {
  return find_way(platform_, from, to, choice, route_) && !crosses_dead(route_);
}

// The way in route_ crosses dead links.
std::optional<Choice> Detours::find_on_rail(const HostWays& between, HostId from, HostId to,
                                            Choice choice, std::uint32_t rail) {
  const CableLinks cables = between.ways->cable_links();
  const bool is_host_cut = std::any_of(route_.links.begin(), route_.links.end(), [&](LinkId link) {
    return is_dead(link) && !cables.is_between_routers(link);
  });
  const auto is_dead_link = [this](LinkId link) { return is_dead(link); };
  const auto by_rule = between.ways->around(between.from, between.to, choice, is_dead_link);
  if (by_rule && is_alive(from, to, on_rail(*by_rule, rail))) return by_rule;
  // All ways of a host cross its cable; what leaves of trees can do instead, their rule has tried.
  if (is_host_cut) return std::nullopt;
  const std::uint64_t minimal_count = platform_.path_count(from, to);
  for (std::uint64_t number = 0; number < std::min(minimal_count, looked_at_max); number++) {
    if (is_alive(from, to, on_rail(number, rail))) return number;
  }
  return find_valiant(between, from, to, rail);
}

// Of groups the first, else the shortest, in an order that begins at a hash of the pair: else all
// that a dead cable carried would go over one other router or group.
std::optional<Choice> Detours::find_valiant(const HostWays& between, HostId from, HostId to,
                                            std::uint32_t rail) {
  const std::uint64_t count = between.ways->valiant_count(between.from, between.to);
  std::optional<Choice> best;
  std::size_t best_links = 0;
  const std::uint64_t first = kernel::chained_hash({from, to});
  for (std::uint64_t step = 0; step < std::min(count, looked_at_max); step++) {
    const Choice choice = ValiantWay{.number = (first % count + step) % count}.choice();
    if (!is_alive(from, to, on_rail(choice, rail))) continue;
    if (best && route_.links.size() >= best_links) continue;
    best = choice;
    best_links = route_.links.size();
    if (between.ways->skills().groups) break;
  }
  return best;
}

}  // namespace smpi::models
