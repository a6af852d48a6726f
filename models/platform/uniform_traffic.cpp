// SPDX-License-Identifier: BSD-3-Clause
//
// Loads are counted pair by pair.
#include "models/platform/uniform_traffic.h"

#include <algorithm>
#include <limits>

#include "kernel/chained_hash.h"
#include "models/platform/ways.h"

namespace smpi::models {
namespace {

constexpr std::uint64_t host_count_max = 4096;  // of which all pairs are looked at
constexpr std::uint64_t sample_size = 1'000'000;
constexpr std::uint64_t counted_max = 10'000;  // pairs whose ways are counted
constexpr std::uint64_t even_max = 4'000'000;  // ways of all pairs together
constexpr std::uint64_t even_of_pair_max = 256;

// Of pairs of hosts, to be looked at: all, or so many at least.
struct Pairs {
  std::uint64_t host_count;
  std::uint64_t sample;  // 0: all

  std::uint64_t count() const { return sample > 0 ? sample : host_count * (host_count - 1); }
};

// Calls visit(source, destination).
template <typename Visit>
void for_each_pair(const Pairs& pairs, Visit visit) {
  const std::uint64_t count = pairs.host_count;
  const auto look_at = [&](std::uint64_t from, std::uint64_t to) {
    if (from != to) visit(static_cast<HostId>(from), static_cast<HostId>(to));
  };
  if (pairs.sample > 0) {
    // Shifts by random distances, so that all hosts send and receive alike. A multiplicative
    // generator (Knuth's MMIX): the same distances in every run.
    std::uint64_t state = 1;
    for (std::uint64_t shift = 0; shift * count < pairs.sample; shift++) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const std::uint64_t distance = 1 + (state >> 33) % (count - 1);
      for (std::uint64_t from = 0; from < count; from++) look_at(from, (from + distance) % count);
    }
  } else {
    for (std::uint64_t from = 0; from < count; from++) {
      for (std::uint64_t to = 0; to < count; to++) look_at(from, to);
    }
  }
}

// Loads by visit(source, destination, number of rails, route), which may use the route of way 0.
template <typename Visit>
UniformTraffic traffic_by(const Platform& platform, const Pairs& pairs, Visit visit) {
  UniformTraffic traffic;
  if (pairs.host_count < 2) return traffic;
  traffic.loads.assign(platform.links.count(), 0);
  traffic.way_count_min = std::numeric_limits<std::uint32_t>::max();
  traffic.is_sample = pairs.sample > 0;
  double injection_bytes_per_s = std::numeric_limits<double>::infinity();
  const std::uint64_t stride =
      pairs.count() < counted_max ? 1 : pairs.count() / counted_max * 2 + 1;
  Route route;
  bool is_complete = true;
  for_each_pair(pairs, [&](HostId source, HostId target) {
    is_complete = is_complete && platform.find_route(source, target, route) && !route.links.empty();
    if (!is_complete) return;
    const bool is_counted = traffic.pair_count++ % stride == 0;
    const HostWays between = ways_between(platform, source, target);
    const std::uint32_t rails = between.ways == nullptr ? 1 : between.ways->rail_count();
    injection_bytes_per_s = std::min(
        injection_bytes_per_s, rails * platform.links.bandwidth_bytes_per_s[route.links.front()]);
    visit(traffic, source, target, rails, route);
    if (!is_counted) return;
    const std::uint32_t ways = platform.path_count(source, target);
    traffic.way_count_min = std::min(traffic.way_count_min, ways);
    traffic.way_count_max = std::max(traffic.way_count_max, ways);
  });
  if (!is_complete) return {};
  double rate_bytes_per_s = std::numeric_limits<double>::infinity();
  const double scale =
      static_cast<double>(pairs.host_count) / static_cast<double>(traffic.pair_count);
  for (LinkId link = 0; link < traffic.loads.size(); link++) {
    traffic.loads[link] *= scale;
    if (traffic.loads[link] <= 0 || platform.links.policy[link] == SharingPolicy::fatpipe) continue;
    rate_bytes_per_s = std::min(rate_bytes_per_s,
                                platform.links.bandwidth_bytes_per_s[link] / traffic.loads[link]);
  }
  traffic.saturation = std::min(1.0, rate_bytes_per_s / injection_bytes_per_s);
  return traffic;
}

}  // namespace

UniformTraffic uniform_traffic(const Platform& platform, const WayLoads* ways_of_policy) {
  const std::uint64_t count = platform.hosts.count();
  const Pairs pairs{count, count > host_count_max ? sample_size : 0};
  if (ways_of_policy != nullptr) {
    return traffic_by(
        platform, pairs,
        [&](UniformTraffic& traffic, HostId source, HostId target, std::uint32_t, const Route&) {
          ways_of_policy->visit(source, target,
                                [&](LinkId link, double share) { traffic.loads[link] += share; });
        });
  }
  return traffic_by(platform, pairs,
                    [&](UniformTraffic& traffic, HostId source, HostId target, std::uint32_t rails,
                        Route& route) {
                      for (std::uint32_t rail = 0; rail < rails; rail++) {
                        if (rail > 0) find_way(platform, source, target, on_rail(0, rail), route);
                        for (const LinkId link : route.links) traffic.loads[link] += 1.0 / rails;
                      }
                    });
}

UniformTraffic even_traffic(const Platform& platform) {
  const std::uint64_t count = platform.hosts.count();
  const bool is_sample = count * (count - 1) > even_max;
  const Pairs pairs{count, count > host_count_max ? sample_size : is_sample ? even_max : 0};
  std::uint64_t way_count = 0;
  for_each_pair(pairs, [&](HostId source, HostId target) {
    way_count += std::min<std::uint64_t>(platform.path_count(source, target), even_of_pair_max);
  });
  const std::uint64_t looked_at_max = way_count <= even_max
                                          ? even_of_pair_max
                                          : std::max<std::uint64_t>(even_max / pairs.count(), 1);
  return traffic_by(
      platform, pairs,
      [&](UniformTraffic& traffic, HostId source, HostId target, std::uint32_t rails,
          Route& route) {
        const std::uint64_t ways = platform.path_count(source, target);
        const std::uint64_t looked_at = std::min(ways, looked_at_max);
        traffic.is_drawn |= looked_at < ways;
        const double share = 1.0 / static_cast<double>(looked_at * rails);
        const std::uint64_t first = looked_at < ways ? kernel::chained_hash({source, target}) : 0;
        for (std::uint64_t number = 0; number < looked_at; number++) {
          const std::uint64_t way = (first + number * ways / looked_at) % ways;
          for (std::uint32_t rail = 0; rail < rails; rail++) {
            find_way(platform, source, target, on_rail(way, rail), route);
            for (const LinkId link : route.links) traffic.loads[link] += share;
          }
        }
      });
}

}  // namespace smpi::models
