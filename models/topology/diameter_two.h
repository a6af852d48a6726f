// SPDX-License-Identifier: BSD-3-Clause
//
// Routes of graphs in which any two routers are joined or share a neighbour: Slim Fly and PolarFly.
//
// The common neighbours are the ways. They are not stored: they come out of a merge of the sorted
// ports of both routers, O(degree). Way 0 is one by hash of the pair of hosts, the others follow in
// router order.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>

#include "models/topology/builder.h"
#include "models/topology/router_zone.h"

namespace smpi::models {

class DiameterTwoZone : public RouterZone {
 public:
  using RouterZone::RouterZone;

 protected:
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const override {
    return graph().port_between(from, to) != nullptr ? 1 : graph().common_count(from, to);
  }
  void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const override {
    if (graph().port_between(walk.at(), to) == nullptr) {
      const std::uint32_t count = graph().common_count(walk.at(), to);
      const std::uint32_t first = walk.first_of(count, to);
      walk.go(graph().common_neighbour(walk.at(), to, (first + choice) % count));
    }
    walk.go(to);
  }
  std::uint32_t longest_way() const override { return 2; }
};

// Builds the zone of a graph of parameter `q` with `hosts` hosts on each router.
inline void build_diameter_two(ClusterBuilder& builder, std::string_view name, std::uint32_t q,
                               std::uint32_t hosts, RouterGraph graph) {
  const std::uint32_t routers = graph.router_count();
  RouterParts parts =
      add_router_parts(builder, {fmt::format("{} of q = {}, {} hosts per router", name, q, hosts),
                                 std::move(graph),
                                 {"link"},
                                 hosts_on_routers(routers, hosts)});
  builder.adopt(std::make_unique<DiameterTwoZone>(builder.spec().id, std::move(parts)));
}

}  // namespace smpi::models
