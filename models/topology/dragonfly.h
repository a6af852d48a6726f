// SPDX-License-Identifier: BSD-3-Clause
//
// Dragonflies of Cray's Cascade kind (Faanes et al. 2012, "Cray Cascade: a scalable HPC system
// based on a Dragonfly network"): groups of chassis of blades (routers) of nodes.
//
//   green   between all blades of a chassis
//   black   between the blades with the same number of all chassis of a group
//   blue    one between any two groups i and j: at router j of group i and router i of group j
//
// SimGrid 3.32 takes the router at the end of the last green link for that of the group's first
// chassis, and goes on from there: a black link less where the destination is in that chassis, a
// black link from that chassis elsewhere. It is followed here, so that times agree.
//
// n parallel links are one link of n times the bandwidth. Minimal routing: green and black to the
// router with the blue link, blue, green and black to the destination's router. A cable's upward
// direction is from the lower number to the higher one; from node to router for the nodes' own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernel/error.h"
#include "models/platform/ways.h"
#include "models/platform/zone.h"
#include "models/topology/cables.h"
#include "models/topology/host_layout.h"
#include "models/topology/trail.h"

namespace smpi::models {

struct DragonflyParameters {
  std::uint32_t groups, blue_links;
  std::uint32_t chassis, black_links;  // of a group
  std::uint32_t blades, green_links;   // of a chassis
  std::uint32_t nodes;                 // of a blade

  std::uint32_t routers_per_group() const { return chassis * blades; }
  std::uint64_t router_count() const;
  std::uint64_t node_count() const;
  std::uint64_t green_count() const;
  std::uint64_t black_count() const;
  std::uint64_t blue_count() const;
};

// Parses "3,4;2,3;3,2;2". Throws InputError, completing `where`.
DragonflyParameters parse_dragonfly(std::string_view text, const kernel::InputError::Where& where);

// The number of the pair i < j among the pairs of n things: (0,1), (0,2), ..., (1,2), ...
constexpr std::uint64_t pair_number(std::uint64_t i, std::uint64_t j, std::uint64_t n) {
  return i * (2 * n - i - 1) / 2 + (j - i - 1);
}

struct DragonflyCables {
  CableRange local;  // one per node
  CableRange green;  // chassis by chassis, pair by pair of blades
  CableRange black;  // group by group, pair by pair of chassis, blade by blade
  CableRange blue;   // pair by pair of groups
};

class DragonflyZone : public Zone, public Ways, public HostLayout {
 public:
  // Limiters: those of the nodes, then those of the routers.
  DragonflyZone(std::string zone_name, DragonflyParameters parameters, DragonflyCables cables,
                NodeLinks node_links);

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  bool is_complete() const override { return true; }
  std::string_view routing_name() const override { return "cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;
  std::uint32_t hosts_per_group() const override {
    return parameters_.routers_per_group() * parameters_.nodes;
  }

  const Ways* ways() const override { return this; }
  CableLinks cable_links() const override {
    return {cables_.local.first, cables_.green.first, cables_.blue.up(parameters_.blue_count()),
            cables_.blue.is_split};
  }
  CableRule cable_rule() const override { return CableRule::ordered; }
  CablePlace place_of(LinkId link) const override {
    if (link >= cables_.blue.first) return {.place = 2, .ends_level = true};
    return {.place = link >= cables_.black.first ? 1U : 0U};
  }
  // One for each group visited, and one for another way through the source's group.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    if (use.kind == WayKind::minimal) return 2;
    return use.is_diverted ? 4 : 3;
  }
  RoutingSkills skills() const override { return {.valiant = true, .groups = true}; }
  bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                  RouteBuilder& builder) const override;
  // Over another group; inside a group over another router.
  std::uint64_t valiant_count(std::uint32_t from, std::uint32_t to) const override;
  std::uint32_t steps_in_group(std::uint32_t from, std::uint32_t to,
                               std::uint32_t minimal) const override;
  std::uint32_t modk_way(std::uint32_t /*from*/, std::uint32_t /*to*/,
                         std::uint32_t /*key*/) const override {
    return 0;
  }

 private:
  struct Router {
    std::uint32_t group, chassis, blade;
  };
  Router router_of(std::uint32_t node) const { return router_numbered(node / parameters_.nodes); }
  Router router_numbered(std::uint32_t number) const;
  std::uint32_t number_of(const Router& router) const {
    return (router.group * parameters_.chassis + router.chassis) * parameters_.blades +
           router.blade;
  }
  // The link between two routers that differ in one place only, or that a blue cable joins.
  LinkId link_between(const Router& from, const Router& to) const;
  // Detours: blades first, then chassis, then the group; without SimGrid's way of counting.
  void go(Trail& trail, const Router& to) const;
  void go_inside(Trail& trail, std::uint32_t blade, std::uint32_t chassis) const;
  void go_over(Trail& trail, std::uint32_t group) const;
  void go_to_blade(Router& at, std::uint32_t blade, RouteBuilder& builder) const;
  void go_to_chassis(Router& at, std::uint32_t chassis, RouteBuilder& builder) const;
  void go_to_group(Router& at, std::uint32_t group, RouteBuilder& builder) const;
  void add_limiter(RouteBuilder& builder, const Router& at) const;
  void add_limiter(RouteBuilder& builder, std::uint32_t router) const;
  static LinkId direction(const CableRange& range, std::uint64_t cable, bool is_up) {
    return is_up ? range.up(cable) : range.down(cable);
  }

  DragonflyParameters parameters_;
  DragonflyCables cables_;
  NodeLinks node_links_;
};

}  // namespace smpi::models
