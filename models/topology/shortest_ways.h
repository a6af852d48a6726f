// SPDX-License-Identifier: BSD-3-Clause
//
// Routes of graphs without a formula: all shortest ways.
//
// Kept is, per destination, the distance of each router to it, 16 bits each, found by breadth-first
// search when it is first asked for: the ports that lead one step nearer are the next hops, however
// many they are. Way 0 takes the lowest router at each step; the ways are in the order of the
// routers on them.
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
      : RouterZone(std::move(zone_name), std::move(parts)), distances_(graph().router_count()) {}

  // Throws InputError when the distances could take more than 256 MiB.
  static void require_size(std::uint64_t router_count, const TopologyText& source);

  RoutingSkills skills() const override { return {.valiant = true, .shortest = true}; }
  bool is_stateless() const override { return false; }
  std::uint32_t shortest_count(std::uint32_t from, std::uint32_t to,
                               std::uint32_t k) const override;

 protected:
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const override {
    return levels_between(from, to).front().front().way_count;
  }
  void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const override;
  // The number of a `shortest` choice counts among the loopless ways, shortest first.
  void go_special(Walk& walk, std::uint32_t to, Choice choice) const override;
  std::uint32_t longest_way() const override { return 0; }

 private:
  // A router on shortest ways, and the number of these from there on; at most 2^32 - 1 is counted.
  struct Stop {
    std::uint32_t router;
    std::uint32_t way_count;
  };
  using Level = std::vector<Stop>;  // by router

  // The routers on all shortest ways between two routers, by their distance from the first.
  std::vector<Level> levels_between(std::uint32_t from, std::uint32_t to) const;
  const std::vector<std::uint16_t>& distances_to(std::uint32_t router) const;
  // Calls visit(router) for the next hops, until it returns false.
  template <typename Visit>
  void for_each_next(std::uint32_t from, std::uint32_t to, Visit visit) const;

  // The shortest loopless ways of a pair that were asked for, at least `count` if there are as
  // many.
  const LooplessWays& loopless(std::uint32_t from, std::uint32_t to, std::uint32_t count) const;

  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, LooplessWays> loopless_;
  mutable std::vector<std::vector<std::uint16_t>> distances_;  // by destination; empty: not asked
  mutable std::vector<std::uint32_t> search_;                  // of distances_to()
};

}  // namespace smpi::models
