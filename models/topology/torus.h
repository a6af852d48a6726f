// SPDX-License-Identifier: BSD-3-Clause
//
// Tori of any number of dimensions: one cable per node and dimension, to the neighbour at +1.
//
// Dimension-order routing: coordinate by coordinate, the first dimension first, each the shorter
// way round; half a ring away goes right (+1), except from the exact middle to 0, which SimGrid
// sends left. Going right crosses the own cable upwards; going left, the neighbour's downwards. A
// dimension of size 1 has no cables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/zone.h"
#include "models/topology/cables.h"

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

class TorusZone : public Zone {
 public:
  // Cable number: node * wired dimensions + index of the dimension among the wired ones.
  TorusZone(std::string zone_name, TorusParameters parameters, CableRange cables,
            NodeLinks node_links);

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  bool is_complete() const override { return true; }
  std::string_view routing_name() const override { return "cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;

 private:
  struct Dimension {
    std::uint32_t size;
    std::uint32_t stride;  // product of the sizes of the dimensions before
  };
  void add_limiter(RouteBuilder& builder, std::uint32_t node) const {
    if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + node);
  }

  TorusParameters parameters_;
  CableRange cables_;
  NodeLinks node_links_;
  std::vector<Dimension> wired_;
};

}  // namespace smpi::models
