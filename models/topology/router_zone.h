// SPDX-License-Identifier: BSD-3-Clause
//
// Clusters whose hosts hang on the routers of a graph.
//
// A route is [limiter of the source, its cable up, cables between routers, the cable of the
// destination down, its limiter], with the limiter of each router on the way. A topology adds the
// walk over routers, and how many there are to choose among.
//
// Parallel cables are one of their summed bandwidth, or separate: then a way takes, of each bundle,
// lane (destination + l) mod number of lanes, and there are as many ways l as the widest bundle has
// lanes for each walk over routers. Detours have l = 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/platform/ways.h"
#include "models/platform/zone.h"
#include "models/topology/builder.h"
#include "models/topology/router_graph.h"
#include "models/topology/trail.h"

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
  // Of parallel cables that are separate: the number in the range of the first of each bundle, and
  // after them the number of all; else empty.
  std::vector<std::uint32_t> first_lanes = {};
  std::uint32_t lane_count = 1;  // the most in a bundle
};

// "separate" or "joined". Throws InputError, completing `where`.
bool take_parallel(std::string& parameters, const kernel::InputError::Where& where);

// Adds all links to the platform: limiters, ID_host_RADICAL, ID_KIND_from_ROUTER_to_ROUTER.
RouterParts add_router_parts(ClusterBuilder& builder, RouterNetwork network);

class RouterZone : public Zone, public Ways {
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
  void set_routing_seed(std::uint64_t seed) override { routing_seed_ = seed; }

  const Ways* ways() const override { return this; }
  CableLinks cable_links() const override;
  // Of the rule `by_hop`: as many as a way has cables between routers.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    const std::uint32_t longest = longest_way();
    if (longest == 0) return std::nullopt;
    return use.kind == WayKind::minimal ? longest : 2 * longest;
  }
  RoutingSkills skills() const override { return {.valiant = true}; }
  bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                  RouteBuilder& builder) const override;
  std::uint64_t valiant_count(std::uint32_t from, std::uint32_t to) const override;
  std::uint32_t steps_in_group(std::uint32_t from, std::uint32_t to,
                               std::uint32_t minimal) const override;
  std::uint32_t modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const override;

 protected:
  struct HostPair {
    std::uint32_t from;
    std::uint32_t to;
  };
  // A route in the making, at one of its routers; it goes into a builder or a trail.
  class Walk {
   public:
    // Between two hosts, from the router of the first on, or from where the trail is.
    Walk(const RouterZone& zone, RouteBuilder& builder, HostPair hosts, std::uint32_t lane);
    Walk(const RouterZone& zone, Trail& trail, HostPair hosts)
        : zone_(zone), trail_(&trail), hosts_(hosts), at_(trail.at()), lane_(hosts.to) {}
    std::uint32_t at() const { return at_; }
    std::uint32_t destination() const { return hosts_.to; }
    // REQUIRES: a cable joins the routers.
    void go(std::uint32_t router);
    // Which of `count` equal ways to a router comes first: a hash of the seed, the hosts and the
    // part of their way.
    std::uint32_t first_of(std::uint32_t count, std::uint32_t router) const;

   private:
    const RouterZone& zone_;
    RouteBuilder* builder_ = nullptr;
    Trail* trail_ = nullptr;
    HostPair hosts_;
    std::uint32_t at_;
    std::uint32_t lane_;
  };

  std::uint64_t routing_seed() const { return routing_seed_; }

  // The cable of the graph that a link between routers is, or is a part of, and its direction.
  struct CableSide {
    std::uint32_t cable;
    bool is_up;
  };
  CableSide cable_side(LinkId link) const;
  const RouterGraph& graph() const { return parts_.network.graph; }
  std::uint32_t router_of(std::uint32_t host) const { return parts_.network.host_router[host]; }
  // The link between two routers that a cable joins, in this direction; of separate ones that of
  // lane mod their number.
  LinkId link_between(std::uint32_t from, std::uint32_t to, std::uint32_t lane) const;

  // Of two different routers.
  virtual std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const = 0;
  virtual void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const = 0;
  // The choice that is way `number`, where they are numbered before a host says with which of them
  // the order begins.
  virtual std::uint32_t choice_of_way(std::uint32_t /*from*/, std::uint32_t /*to*/,
                                      std::uint32_t /*host*/, std::uint32_t number) const {
    return number;
  }
  // Valiant ways of two different routers. Those of graphs without groups go over any other router,
  // by way 0 to it and by way 0 from it.
  virtual std::uint64_t detour_count(std::uint32_t from, std::uint32_t to) const;
  virtual void go_detour(Walk& walk, std::uint32_t to, std::uint64_t number) const;
  // Ways of the kinds walk and shortest.
  virtual void go_special(Walk& /*walk*/, std::uint32_t /*to*/, Choice /*choice*/) const {}
  // The group of a router, where the topology has groups.
  virtual std::uint32_t group_of(std::uint32_t /*router*/) const { return 0; }
  // Cables between routers on the longest of all ways 0; 0 when no formula is known.
  virtual std::uint32_t longest_way() const = 0;

 private:
  void add_limiter(std::uint32_t router, RouteBuilder& builder) const;
  bool append_trail(std::uint32_t from, std::uint32_t to, const Trail& trail,
                    RouteBuilder& builder) const;

  RouterParts parts_;
  std::uint64_t routing_seed_ = 1;
};

}  // namespace smpi::models
