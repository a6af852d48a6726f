// SPDX-License-Identifier: BSD-3-Clause
//
// What a flow needs to know of its route, computed once per pair of hosts in use.
//
// The platform computes a route in O(hops); forward and reverse route, merged uses, window bound
// and penalty cost several hundred nanoseconds more, which is more than the whole budget of an
// uncontended message. Programs send to few partners many times, so a table keeps the last pair
// that fell on each slot: bounded memory, no eviction policy, one probe. A pair that loses its slot
// moves to the one opposite, half a table away, so that two pairs that meet do not take turns. A
// route in use by flows is counted, so that one thrown out of the table lives until its last flow
// ends.
//
//   slots_   [ RouteId | RouteId | ... ]          hash of (source, destination, choice), 0xffffffff
//   = empty routes_  [ {source, destination, choice, latency, penalty, bound, first element, count,
//   users} ] uses_    [ {link, quanta, weight} ... ]       blocks by number of links; free blocks
//   are linked
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/network/config.h"
#include "models/platform/platform.h"
#include "models/platform/ways.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {

using RouteId = std::uint32_t;

// Nothing passes a link that is off.
inline double capacity_of(const LinkTable& links, LinkId link) {
  return links.is_on[link] != 0 ? links.bandwidth_bytes_per_s[link] : 0;
}

struct alignas(64) RouteFacts {
  HostId source;
  HostId destination;
  double latency_s;          // raw
  double penalty;            // P of MODELS 1
  double bound_bytes_per_s;  // smallest of capacities / use and the window bound
  double bound_level;        // the same times the penalty
  std::uint32_t first_use;
  std::uint32_t use_count;
  std::uint32_t acknowledgement_count;  // uses that follow these (network/crosstraffic:reserve)
  std::uint32_t users;                  // flows in progress, plus one for the table
  Choice choice;                        // among the ways from source to destination

  bool is_for(HostId from, HostId to, Choice number) const {
    return source == from && destination == to && choice == number;
  }
};

class Detours;

// Of a flow's penalty, that of what reserves capacity for its acknowledgements: so small that links
// stop others first, and large enough to leave others 1/1024 of their share where acknowledgements
// alone would fill a link.
inline constexpr double acknowledgement_penalty = 0x1p-10;

class RouteCache {
 public:
  // Both must outlive the cache.
  RouteCache(const Platform& platform, const NetworkConfig& config);

  // Way number `choice` between two hosts; the caller becomes a user of it. Throws InputError when
  // the platform has none.
  [[gnu::always_inline]] RouteId acquire(HostId source, HostId destination, Choice choice = 0) {
    const RouteId route = slots_[slot_of(source, destination, choice)];
    if (route != no_id && routes_[route].is_for(source, destination, choice)) {
      routes_[route].users++;
      return route;
    }
    return acquire_other(source, destination, choice);
  }
  [[gnu::always_inline]] void release(RouteId route) {
    if (--routes_[route].users == 0) recycle(route);
  }
  // Forgets every route: capacities or latencies changed. Routes in use keep their old facts.
  void invalidate();
  // Acknowledgements, and flows that spread, avoid dead links from the next invalidate() on.
  void set_detours(Detours* detours) { detours_ = detours; }
  // Gives each host a link that all messages inside it share, if network/loopback-capacity says so.
  void add_memory_links(Platform& platform);

  const RouteFacts& facts(RouteId route) const { return routes_[route]; }
  std::span<const LinkUse> uses(RouteId route) const {
    return {uses_.data() + routes_[route].first_use, routes_[route].use_count};
  }
  // Of acknowledgements that reserve capacity; weights are those of acknowledgement_penalty.
  std::span<const LinkUse> acknowledgement_uses(RouteId route) const {
    const RouteFacts& facts = routes_[route];
    return {uses_.data() + facts.first_use + facts.use_count, facts.acknowledgement_count};
  }
  // The first link on the way of a flow, or of acknowledgements that slow it, that is off.
  LinkId link_off(RouteId route) const;
  // The same for links that let nothing pass for any reason.
  LinkId link_without_capacity(RouteId route) const;
  // The smallest of capacities / use, without the window bound.
  double narrowest_bytes_per_s(RouteId route) const;
  // A copy of the uses of a route, and of what its acknowledgements reserve, for flows that are one
  // to the solver. The caller becomes a user of the route.
  std::uint32_t copy_uses(RouteId route);
  // Makes the copy that of `flow_count` flows. REQUIRES: no flow of the solver has it.
  void scale_copy(RouteId route, std::uint32_t first_use, std::uint32_t flow_count);
  void free_copy(RouteId route, std::uint32_t first_use);
  // The array that first_use points into.
  const std::vector<LinkUse>& all_uses() const { return uses_; }

 private:
  // Hashes the distance and adds the source: when all hosts send to a neighbour at one distance,
  // their slots lie side by side.
  std::size_t slot_of(HostId source, HostId destination, Choice choice) const {
    const std::uint64_t distance = (destination - source) ^ (choice * 0xff51afd7ed558ccdULL);
    const auto hash = static_cast<std::size_t>((distance * 0x9e3779b97f4a7c15ULL) >> slot_shift_);
    return (hash + source) & (slots_.size() - 1);
  }
  std::size_t opposite(std::size_t slot) const { return slot ^ (slots_.size() / 2); }
  std::size_t slot_of(const RouteFacts& facts) const {
    return slot_of(facts.source, facts.destination, facts.choice);
  }
  RouteId acquire_other(HostId source, HostId destination, Choice choice);
  RouteId compute(HostId source, HostId destination, Choice choice);
  void keep(RouteId route);
  void measure(RouteFacts& facts);
  void measure_way(RouteFacts& facts, const CableLinks& cables, double share);
  void measure_spread(RouteFacts& facts);
  void take_detour_back(const RouteFacts& facts);
  void bound_by_uses(RouteFacts& facts) const;
  void add_use(LinkId link, double use);
  void add_acknowledgements(LinkId link, double share);
  void store_uses(RouteFacts& facts);
  std::uint32_t take_block(std::size_t count);
  void recycle(RouteId route);

  const Platform& platform_;
  const NetworkConfig& config_;
  Detours* detours_ = nullptr;
  std::vector<RouteId> slots_;
  unsigned slot_shift_;
  std::vector<RouteFacts> routes_;
  std::vector<RouteId> free_routes_;
  std::vector<LinkUse> uses_;
  std::vector<std::vector<std::uint32_t>> free_blocks_;  // by number of uses
  Route forward_;
  Route backward_;
  struct MergedUse {
    LinkId link;
    double use;
  };
  std::vector<MergedUse> merged_;
  std::vector<MergedUse> reserved_;  // by acknowledgements, with network/crosstraffic:reserve
  LinkId first_memory_link_ = no_id;
  std::vector<std::uint32_t> merged_place_;    // by link, while a flow spreads; else empty
  std::vector<std::uint32_t> reserved_place_;  // by link, while a flow spreads
};

}  // namespace smpi::models
