// SPDX-License-Identifier: BSD-3-Clause
//
// Routers and the cables between them, as a graph without directions.
//
// The topologies whose routers are no grid of neighbours (torus.h) or tree (fat_tree.h) share this
// form: 8 bytes per cable end. A route is a walk over routers; the cable between two of them is
// found by binary search in the ports of one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "models/topology/cluster.h"

namespace smpi::models {

struct RouterCable {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t kind = 0;              // an index that the topology gives a meaning
  double width = 1;                    // parallel cables are one of their summed bandwidth
  std::optional<LinkFigures> figures;  // else those of the cluster
};

// What a breadth-first search from many routers finds.
struct RouterDistances {
  std::uint32_t longest = 0;
  double mean = 0;                // over ordered pairs of different routers
  std::uint32_t start_count = 0;  // routers from which it was measured
};

class RouterGraph {
 public:
  struct Port {
    std::uint32_t router;  // at the other end
    std::uint32_t cable;
  };

  // Turns cables so that `from` is below `to`, sorts them and joins parallel ones of one kind.
  // REQUIRES: ends differ and are below router_count.
  RouterGraph(std::uint32_t router_count, std::vector<RouterCable> cables);

  std::uint32_t router_count() const { return static_cast<std::uint32_t>(first_port_.size() - 1); }
  const std::vector<RouterCable>& cables() const { return cables_; }
  // In the order of the routers at their other ends.
  std::span<const Port> ports(std::uint32_t router) const {
    return {ports_.data() + first_port_[router], first_port_[router + 1] - first_port_[router]};
  }
  // The port of `from` that leads to `to`; nullptr: they are not joined.
  const Port* port_between(std::uint32_t from, std::uint32_t to) const;
  // The number of routers joined to both, and number `choice` of them.
  std::uint32_t common_count(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t common_neighbour(std::uint32_t a, std::uint32_t b, std::uint32_t choice) const;
  // Distances from one router; no_id where there is no way.
  void distances_from(std::uint32_t router, std::vector<std::uint32_t>& distances) const;
  // Also the number of shortest ways; at most 2^32 - 1 are counted.
  void shortest_ways_from(std::uint32_t router, std::vector<std::uint32_t>& distances,
                          std::vector<std::uint32_t>& way_counts) const;
  bool is_connected() const;
  // Over all routers when that takes few steps, else from routers spread evenly.
  RouterDistances measure() const;

 private:
  template <typename Visit>
  void for_each_common(std::uint32_t a, std::uint32_t b, Visit visit) const;

  std::vector<RouterCable> cables_;
  std::vector<std::uint32_t> first_port_;  // by router, and the end
  std::vector<Port> ports_;
  mutable std::vector<std::uint32_t> queue_;  // of distances_from()
};

}  // namespace smpi::models
