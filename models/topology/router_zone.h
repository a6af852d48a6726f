// SPDX-License-Identifier: BSD-3-Clause
//
// Clusters whose hosts hang on the routers of a graph.
//
// A route is [limiter of the source, its cable up, cables between routers, the cable of the
// destination down, its limiter], with the limiter of each router on the way. A topology adds the
// walk over routers, and how many there are to choose among.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/platform/zone.h"
#include "models/topology/builder.h"
#include "models/topology/router_graph.h"

namespace smpi::models {

// What a topology describes.
struct RouterNetwork {
  std::string text;  // such as "hyperx 4x4"
  RouterGraph graph;
  std::vector<std::string> kinds;          // of cables; the graph has indices of it
  std::vector<std::uint32_t> host_router;  // by host
  double bisection_cables = 0;             // between routers, in closed form; 0: no formula
};

// `count` hosts on each router, in order.
std::vector<std::uint32_t> hosts_on_routers(std::uint32_t router_count, std::uint32_t count);

// The network with the ids of its links.
struct RouterParts {
  RouterNetwork network;
  NodeLinks node_links;
  CableRange host_cables;
  CableRange router_cables;
};

// Adds all links to the platform: limiters, ID_host_RADICAL, ID_KIND_from_ROUTER_to_ROUTER.
RouterParts add_router_parts(ClusterBuilder& builder, RouterNetwork network);

class RouterZone : public Zone {
 public:
  RouterZone(std::string zone_name, RouterParts parts)
      : Zone(std::move(zone_name)), parts_(std::move(parts)) {}

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override {
    return append_path(from, to, 0, builder);
  }
  std::uint32_t path_count(std::uint32_t from, std::uint32_t to) const override;
  bool append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                   RouteBuilder& builder) const override;
  bool is_complete() const override { return true; }
  std::string_view routing_name() const override { return "cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;

 protected:
  // A route in the making, at one of its routers.
  class Walk {
   public:
    Walk(const RouterZone& zone, RouteBuilder& builder, std::uint32_t router);
    std::uint32_t at() const { return at_; }
    // REQUIRES: a cable joins the routers.
    void go(std::uint32_t router);

   private:
    void add_limiter();

    const RouterZone& zone_;
    RouteBuilder& builder_;
    std::uint32_t at_;
  };

  const RouterGraph& graph() const { return parts_.network.graph; }

  // Of two different routers.
  virtual std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const = 0;
  virtual void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const = 0;
  // Cables between routers on the longest of all ways 0; 0 when no formula is known.
  virtual std::uint32_t longest_way() const = 0;

 private:
  RouterParts parts_;
};

}  // namespace smpi::models
