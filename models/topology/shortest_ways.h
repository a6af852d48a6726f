// SPDX-License-Identifier: BSD-3-Clause
//
// Routes of graphs without a formula: all shortest ways.
//
// Kept is, per destination, the distance of each router to it and the number of shortest ways, 16
// and 32 bits each, found by breadth-first search when it is first asked for: the ports that lead
// one step nearer are the next hops, however many they are. The ways are in the order of the
// routers on them, and begin with one by hash of the pair of hosts: were way 0 the lowest, routers
// with low numbers would carry two to three times what others do.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/topology/loopless_ways.h"
#include "models/topology/parameters.h"
#include "models/topology/router_zone.h"

namespace smpi::models {

class ShortestWaysZone : public RouterZone {
 public:
  ShortestWaysZone(std::string zone_name, RouterParts parts)
      : RouterZone(std::move(zone_name), std::move(parts)), ways_to_(graph().router_count()) {}

  // Throws InputError when the tables could take more than 768 MiB.
  static void require_size(std::uint64_t router_count, const TopologyText& source);

  void set_routing_seed(std::uint64_t seed) override {
    RouterZone::set_routing_seed(seed);
    loopless_.clear();
  }
  RoutingSkills skills() const override { return {.valiant = true, .shortest = true}; }
  bool is_stateless() const override { return false; }
  std::uint32_t shortest_count(std::uint32_t from, std::uint32_t to,
                               std::uint32_t k) const override;

 protected:
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const override {
    return ways_to(to).counts[from];
  }
  void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const override;
  // The number of a `shortest` choice counts among the loopless ways, shortest first.
  void go_special(Walk& walk, std::uint32_t to, Choice choice) const override;
  std::uint32_t longest_way() const override { return 0; }

 private:
  // To one destination, by router.
  struct WaysTo {
    std::vector<std::uint16_t> distances;  // empty: not asked for yet
    std::vector<std::uint32_t> counts;     // of shortest ways
  };
  const WaysTo& ways_to(std::uint32_t router) const;

  // The shortest loopless ways of a pair that were asked for, at least `count` if there are as
  // many.
  const LooplessWays& loopless(std::uint32_t from, std::uint32_t to, std::uint32_t count) const;

  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, LooplessWays> loopless_;
  mutable std::vector<WaysTo> ways_to_;        // by destination
  mutable std::vector<std::uint32_t> search_;  // of ways_to()
};

}  // namespace smpi::models
