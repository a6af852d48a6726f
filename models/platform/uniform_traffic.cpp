// SPDX-License-Identifier: BSD-3-Clause
//
// Loads are counted pair by pair.
#include "models/platform/uniform_traffic.h"

#include <algorithm>
#include <limits>

#include "models/platform/ways.h"

namespace smpi::models {
namespace {

constexpr std::uint64_t host_count_max = 4096;  // of which all pairs are looked at
constexpr std::uint64_t sample_size = 1'000'000;
constexpr std::uint64_t counted_max = 10'000;  // pairs whose ways are counted

}  // namespace

UniformTraffic uniform_traffic(const Platform& platform, const WayLoads* ways_of_policy) {
  UniformTraffic traffic;
  const std::uint64_t count = platform.hosts.count();
  if (count < 2) return traffic;
  traffic.loads.assign(platform.links.count(), 0);
  traffic.way_count_min = std::numeric_limits<std::uint32_t>::max();
  traffic.is_sample = count > host_count_max;
  double injection_bytes_per_s = std::numeric_limits<double>::infinity();
  const std::uint64_t pair_max = traffic.is_sample ? sample_size : count * (count - 1);
  const std::uint64_t stride = pair_max < counted_max ? 1 : pair_max / counted_max * 2 + 1;
  Route route;
  bool is_complete = true;
  const auto look_at = [&](std::uint64_t from, std::uint64_t to) {
    const auto source = static_cast<HostId>(from);
    const auto target = static_cast<HostId>(to);
    if (!is_complete || source == target) return;
    is_complete = platform.find_route(source, target, route) && !route.links.empty();
    if (!is_complete) return;
    const bool is_counted = traffic.pair_count++ % stride == 0;
    const HostWays between = ways_between(platform, source, target);
    const std::uint32_t rails = between.ways == nullptr ? 1 : between.ways->rail_count();
    injection_bytes_per_s = std::min(
        injection_bytes_per_s, rails * platform.links.bandwidth_bytes_per_s[route.links.front()]);
    for (std::uint32_t rail = 0; ways_of_policy == nullptr && rail < rails; rail++) {
      if (rail > 0) find_way(platform, source, target, on_rail(0, rail), route);
      for (const LinkId link : route.links) traffic.loads[link] += 1.0 / rails;
    }
    if (ways_of_policy != nullptr) {
      ways_of_policy->visit(source, target,
                            [&](LinkId link, double share) { traffic.loads[link] += share; });
    }
    if (!is_counted) return;
    const std::uint32_t ways = platform.path_count(source, target);
    traffic.way_count_min = std::min(traffic.way_count_min, ways);
    traffic.way_count_max = std::max(traffic.way_count_max, ways);
  };
  if (traffic.is_sample) {
    // Shifts by random distances, so that all hosts send and receive alike. A multiplicative
    // generator (Knuth's MMIX): the same distances in every run.
    std::uint64_t state = 1;
    for (std::uint64_t shift = 0; shift * count < sample_size; shift++) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const std::uint64_t distance = 1 + (state >> 33) % (count - 1);
      for (std::uint64_t from = 0; from < count; from++) look_at(from, (from + distance) % count);
    }
  } else {
    for (std::uint64_t from = 0; from < count; from++) {
      for (std::uint64_t to = 0; to < count; to++) look_at(from, to);
    }
  }
  if (!is_complete) return {};
  double rate_bytes_per_s = std::numeric_limits<double>::infinity();
  const double scale = static_cast<double>(count) / static_cast<double>(traffic.pair_count);
  for (LinkId link = 0; link < traffic.loads.size(); link++) {
    traffic.loads[link] *= scale;
    if (traffic.loads[link] <= 0 || platform.links.policy[link] == SharingPolicy::fatpipe) continue;
    rate_bytes_per_s = std::min(rate_bytes_per_s,
                                platform.links.bandwidth_bytes_per_s[link] / traffic.loads[link]);
  }
  traffic.saturation = std::min(1.0, rate_bytes_per_s / injection_bytes_per_s);
  return traffic;
}

}  // namespace smpi::models
