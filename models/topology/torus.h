// SPDX-License-Identifier: BSD-3-Clause
//
// Tori of any number of dimensions: one cable per node and dimension, to the neighbour at +1.
//
// Dimension-order routing: coordinate by coordinate, the first dimension first, each the shorter
// way round; half a ring away goes right (+1), except from the exact middle to 0, which SimGrid
// sends left. Going right crosses its own cable upwards; going left, the neighbour's downwards. A
// dimension of size 1 has no cables. The other ways are the other orders of the dimensions
// (orders.h) and, half a ring away, the other way round: of j! orders, way number w takes order
// w mod j!, and bit i of w div j! turns it round in number i of the dimensions where both ways are
// equally long.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/ways.h"
#include "models/platform/zone.h"
#include "models/topology/cables.h"
#include "models/topology/host_layout.h"
#include "models/topology/orders.h"
#include "models/topology/trail.h"

namespace smpi::models {

struct TorusParameters {
  std::vector<std::uint32_t> sizes;  // of the dimensions

  std::uint64_t node_count() const;
  // Dimensions with more than one node: those that have cables.
  std::uint32_t wired_count() const;
  std::uint64_t cable_count() const { return node_count() * wired_count(); }
  // The neighbour of a node at +1 in a dimension.
  std::uint32_t right_of(std::uint32_t node, std::size_t dimension) const;
};

// Parses "8,8,8". Throws InputError, completing `where`.
TorusParameters parse_torus(std::string_view text, const kernel::InputError::Where& where);

class TorusZone : public Zone, public Ways, public HostLayout {
 public:
  // Cable number: node * wired dimensions + index of the dimension among the wired ones.
  TorusZone(std::string zone_name, TorusParameters parameters, CableRange cables,
            NodeLinks node_links);

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override {
    return append_path(from, to, 0, builder);
  }
  // At most 2^32 - 1.
  std::uint32_t path_count(std::uint32_t from, std::uint32_t to) const override;
  bool append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                   RouteBuilder& builder) const override;
  bool is_complete() const override { return true; }
  std::string_view routing_name() const override { return "cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;
  HostGrid host_grid() const override { return {parameters_.sizes}; }

  const Ways* ways() const override { return this; }
  CableLinks cable_links() const override {
    return {cables_.first, cables_.first, cables_.up(parameters_.cable_count()), cables_.is_split};
  }
  CableRule cable_rule() const override { return CableRule::rings; }
  CablePlace place_of(LinkId link) const override;
  // Two for each run of ascending dimensions: before the ring is closed, and from there on.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    if (use.kind == WayKind::valiant) return 4;
    return 2 * (use.is_first_only ? 1 : static_cast<std::uint32_t>(wired_.size()));
  }
  RoutingSkills skills() const override { return {.valiant = true}; }
  bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                  RouteBuilder& builder) const override;
  // Over any other node.
  std::uint64_t valiant_count(std::uint32_t /*from*/, std::uint32_t /*to*/) const override {
    return parameters_.node_count() - 2;
  }
  std::uint32_t modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const override {
    return key % path_count(from, to);
  }

 private:
  struct Dimension {
    std::uint32_t size;
    std::uint32_t stride;  // product of the sizes of the dimensions before
  };
  RouterFigures figures() const;
  // Of the wired dimensions in which two nodes differ.
  Orders orders_between(std::uint32_t from, std::uint32_t to) const;
  // A bit for each wired dimension in which two nodes are half a ring apart.
  std::uint32_t opposite_in(std::uint32_t from, std::uint32_t to) const;
  // The wired dimensions, as bits, that a way turns round: those of `opposite` that `bits` numbers.
  static std::uint32_t turned(std::uint32_t opposite, std::uint64_t bits);
  // Calls visit(node, link, next node) for the cables along wired dimension `wire`, the other way
  // round if it is turned; `node` becomes the last node.
  template <typename Visit>
  void go(std::uint32_t wire, std::uint32_t& node, std::uint32_t to, bool is_turned,
          Visit visit) const;
  void go(Trail& trail, std::uint32_t to) const;
  void add_limiter(RouteBuilder& builder, std::uint32_t node) const {
    if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + node);
  }

  TorusParameters parameters_;
  CableRange cables_;
  NodeLinks node_links_;
  std::vector<Dimension> wired_;
};

}  // namespace smpi::models
