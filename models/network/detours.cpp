// SPDX-License-Identifier: BSD-3-Clause
//
// Detours are looked for once per pair of hosts and change of a link.
#include "models/network/detours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::uint64_t looked_at_max = 1U << 16;

bool may_fail(const Platform::TimedProfile& profile) {
  return profile.target == Platform::TimedProfile::Target::link_state;
}

}  // namespace

FailureConfig::FailureConfig(const kernel::Options& options) {
  constexpr std::array<std::string_view, 2> answers = {"reroute", "wait"};
  const std::string& text = options.text("network/on-failure");
  if (std::find(answers.begin(), answers.end(), text) == answers.end()) {
    throw kernel::InputError(
        "unknown answer to links that fail",
        {.text = text, .hint = kernel::did_you_mean(text, answers, "reroute or wait")});
  }
  reroutes = text == "reroute";
  delay_s = options.number("network/reroute-delay");
  if (!(delay_s >= 0 && delay_s <= 1e9)) {
    throw kernel::InputError("option network/reroute-delay is a number of seconds from 0",
                             {.text = options.text("network/reroute-delay")});
  }
}

std::unique_ptr<Detours> Detours::make(const Platform& platform, const FailureConfig& config) {
  const auto& profiles = platform.profiles;
  const bool is_needed = config.reroutes && std::any_of(profiles.begin(), profiles.end(), may_fail);
  return is_needed ? std::make_unique<Detours>(platform) : nullptr;
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
  const CableLinks cables = between.ways->cable_links();
  const bool is_host_cut = std::any_of(route_.links.begin(), route_.links.end(), [&](LinkId link) {
    return is_dead(link) && !cables.is_between_routers(link);
  });
  const auto is_dead_link = [this](LinkId link) { return is_dead(link); };
  const auto by_rule = between.ways->around(between.from, between.to, choice, is_dead_link);
  if (by_rule && find_way(platform_, from, to, *by_rule, route_) && !crosses_dead(route_)) {
    return *by_rule;
  }
  // All ways of a host cross its cable; what leaves of trees can do instead, their rule has tried.
  if (is_host_cut) return choice;
  const std::uint64_t minimal_count = platform_.path_count(from, to);
  for (std::uint64_t number = 0; number < std::min(minimal_count, looked_at_max); number++) {
    if (find_way(platform_, from, to, number, route_) && !crosses_dead(route_)) return number;
  }
  return find_valiant(between, from, to).value_or(choice);
}

// Of groups the first, over the group of the lowest offset; else the shortest.
std::optional<Choice> Detours::find_valiant(const HostWays& between, HostId from, HostId to) {
  const std::uint64_t count = between.ways->valiant_count(between.from, between.to);
  std::optional<Choice> best;
  std::size_t best_links = 0;
  for (std::uint64_t number = 0; number < std::min(count, looked_at_max); number++) {
    const Choice choice = ValiantWay{.number = number}.choice();
    if (!find_way(platform_, from, to, choice, route_) || crosses_dead(route_)) continue;
    if (best && route_.links.size() >= best_links) continue;
    best = choice;
    best_links = route_.links.size();
    if (between.ways->skills().groups) break;
  }
  return best;
}

}  // namespace smpi::models
