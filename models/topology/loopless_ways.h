// SPDX-License-Identifier: BSD-3-Clause
//
// The shortest ways between two routers that visit no router twice, one after the other (Yen 1971,
// "Finding the k shortest loopless paths in a network").
//
// Ways are ordered by their number of cables, then by the routers on them, each of which has a rank
// by hash: which of equally long ways are among the first does not depend on the routers' numbers.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "models/topology/router_graph.h"

namespace smpi::models {

class LooplessWays {
 public:
  // The graph must outlive this. REQUIRES: the routers differ and are connected.
  LooplessWays(const RouterGraph& graph, std::uint32_t from, std::uint32_t to, std::uint64_t seed);

  // Finds the first `count` ways, or all when there are fewer.
  void find(std::uint32_t count);
  std::uint32_t count() const { return static_cast<std::uint32_t>(ways_.size()); }
  // The routers of a way that has been found, source and destination included.
  std::span<const std::uint32_t> way(std::uint32_t number) const { return ways_[number]; }

 private:
  using Way = std::vector<std::uint32_t>;
  struct Shorter {
    std::uint64_t seed;
    bool is_before(std::uint32_t a, std::uint32_t b) const;
    bool operator()(const Way& a, const Way& b) const;
  };
  bool find_next();
  void add_spurs(const Way& way);
  // The first of the shortest ways from the last router of `root` on, which avoids the others of
  // `root` and, as its first step, the routers in `barred`; empty: there is none.
  Way spur(const Way& root, const std::set<std::uint32_t>& barred) const;

  const RouterGraph& graph_;
  std::uint32_t to_;
  Shorter is_shorter_;
  std::vector<Way> ways_;
  std::set<Way, Shorter> candidates_;
};

}  // namespace smpi::models
