// SPDX-License-Identifier: BSD-3-Clause
//
// Meshes of any number of dimensions: tori whose rows have ends.
//
// One cable per pair of neighbours. Way 0 is dimension-order routing: coordinate by coordinate, the
// first dimension first. The other ways are the other orders of the dimensions in which the two
// nodes differ, j! for j of them, as orders.h numbers them.
//
// Cables of a dimension of size n are numbered row by row, n - 1 to a row; the upward direction is
// towards the higher coordinate:
//
//   (0)--0--(1)--1--(2)--2--(3)
//   (4)--3--(5)--4--(6)--5--(7)
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "models/platform/ways.h"
#include "models/topology/builder.h"
#include "models/topology/group_ports.h"
#include "models/topology/host_layout.h"
#include "models/topology/orders.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"
#include "models/topology/trail.h"

namespace smpi::models {
namespace {

struct Mesh {
  std::vector<std::uint32_t> sizes;

  std::uint64_t node_count() const {
    return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, saturating_product);
  }
  std::uint64_t cable_count(std::size_t dimension) const {
    return node_count() / sizes[dimension] * (sizes[dimension] - 1);
  }
};

Mesh parse(std::string_view text, const kernel::InputError::Where& where) {
  const TopologyText source{text, where, "a mesh is the sizes of its dimensions, such as 8x8x8"};
  Mesh mesh{source.sizes(text)};
  if (mesh.sizes.size() > Orders::dimension_max) {
    source.refuse("more than 20 dimensions in a mesh", text);
  }
  source.require_size(mesh.node_count());
  std::uint64_t cable_count = 0;
  for (std::size_t dimension = 0; dimension < mesh.sizes.size(); dimension++) {
    source.require_size(cable_count += mesh.cable_count(dimension));
  }
  return mesh;
}

class MeshZone : public Zone, public Ways, public HostLayout {
 public:
  MeshZone(std::string zone_name, Mesh mesh, CableRange cables, NodeLinks node_links);

  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override {
    return append_path(from, to, 0, builder);
  }
  std::uint32_t path_count(std::uint32_t from, std::uint32_t to) const override {
    return orders_between(from, to).count();
  }
  bool append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                   RouteBuilder& builder) const override;
  bool is_complete() const override { return true; }
  std::string_view routing_name() const override { return "cluster"; }
  std::optional<Shape> shape(const Platform& platform) const override;
  HostGrid host_grid() const override { return {mesh_.sizes}; }

  const Ways* ways() const override { return this; }
  CableLinks cable_links() const override {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < mesh_.sizes.size(); i++) count += mesh_.cable_count(i);
    return {cables_.first, cables_.first, cables_.up(count), cables_.is_split};
  }
  CableRule cable_rule() const override { return CableRule::ordered; }
  CablePlace place_of(LinkId link) const override;
  // One for each run of ascending dimensions.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    if (use.kind == WayKind::valiant) return 2;
    return use.is_first_only ? 1 : static_cast<std::uint32_t>(dimensions_.size());
  }
  RoutingSkills skills() const override { return {.valiant = true}; }
  bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                  RouteBuilder& builder) const override;
  // Over any other node.
  std::uint64_t valiant_count(std::uint32_t /*from*/, std::uint32_t /*to*/) const override {
    return mesh_.node_count() - 2;
  }
  std::uint32_t modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const override {
    return key % path_count(from, to);
  }

 private:
  RouterFigures figures() const;
  struct Dimension {
    std::uint32_t size;
    std::uint32_t stride;       // product of the sizes of the dimensions before
    std::uint32_t first_cable;  // of this dimension

    std::uint32_t coordinate(std::uint32_t node) const { return node / stride % size; }
    // The cable from a node to the next one.
    std::uint32_t cable(std::uint32_t node) const {
      const std::uint32_t row = node / (stride * size) * stride + node % stride;
      return first_cable + row * (size - 1) + coordinate(node);
    }
  };

  // Of the dimensions in which two nodes differ.
  Orders orders_between(std::uint32_t from, std::uint32_t to) const;
  // Calls visit(node, link, next node) for the cables along one dimension; `node` becomes the last
  // node.
  template <typename Visit>
  void go(const Dimension& dimension, std::uint32_t& node, std::uint32_t to, Visit visit) const;
  void go(Trail& trail, std::uint32_t to) const;
  void add_limiter(std::uint32_t node, RouteBuilder& builder) const {
    if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + node);
  }

  Mesh mesh_;
  CableRange cables_;
  NodeLinks node_links_;
  std::vector<Dimension> dimensions_;
};

MeshZone::MeshZone(std::string zone_name, Mesh mesh, CableRange cables, NodeLinks node_links)
    : Zone(std::move(zone_name)), mesh_(std::move(mesh)), cables_(cables), node_links_(node_links) {
  std::uint32_t stride = 1;
  std::uint64_t first_cable = 0;
  for (std::size_t i = 0; i < mesh_.sizes.size(); i++) {
    dimensions_.push_back({mesh_.sizes[i], stride, static_cast<std::uint32_t>(first_cable)});
    stride *= mesh_.sizes[i];
    first_cable += mesh_.cable_count(i);
  }
}

Orders MeshZone::orders_between(std::uint32_t from, std::uint32_t to) const {
  Orders orders;
  for (std::size_t i = 0; i < dimensions_.size(); i++) {
    if (dimensions_[i].coordinate(from) != dimensions_[i].coordinate(to)) orders.add(i);
  }
  return orders;
}

CablePlace MeshZone::place_of(LinkId link) const {
  const std::uint32_t number = (link - cables_.first) / (cables_.is_split ? 2 : 1);
  std::uint32_t place = 0;
  while (place + 1 < dimensions_.size() && number >= dimensions_[place + 1].first_cable) place++;
  return {.place = place, .is_up = link == cables_.up(number), .is_straight = true};
}

template <typename Visit>
void MeshZone::go(const Dimension& dimension, std::uint32_t& node, std::uint32_t to,
                  Visit visit) const {
  const std::uint32_t target = dimension.coordinate(to);
  while (dimension.coordinate(node) != target) {
    if (dimension.coordinate(node) < target) {
      visit(node, cables_.up(dimension.cable(node)), node + dimension.stride);
      node += dimension.stride;
    } else {
      const std::uint32_t next = node - dimension.stride;
      visit(node, cables_.down(dimension.cable(next)), next);
      node = next;
    }
  }
}

void MeshZone::go(Trail& trail, std::uint32_t to) const {
  for (const Dimension& dimension : dimensions_) {
    std::uint32_t node = trail.at();
    go(dimension, node, to,
       [&](std::uint32_t, LinkId link, std::uint32_t next) { trail.go(link, next); });
  }
}

bool MeshZone::append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                          RouteBuilder& builder) const {
  if (kind_of(choice) == WayKind::minimal) {
    return append_path(from, to, static_cast<std::uint32_t>(choice), builder);
  }
  Trail trail(from);
  go(trail, other_than(from, to, 0, ValiantWay::of(choice).number));
  go(trail, to);
  for (const Trail::Hop& hop : trail.hops()) {
    add_limiter(hop.router, builder);
    builder.add(hop.link);
  }
  add_limiter(to, builder);
  return true;
}

bool MeshZone::append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                           RouteBuilder& builder) const {
  if (from == to) {
    builder.add_if_any(node_links_.first_loopback == no_id ? no_id
                                                           : node_links_.first_loopback + from);
    return true;
  }
  Orders orders = orders_between(from, to);
  std::uint64_t order = choice;
  std::uint32_t node = from;
  while (!orders.empty()) {
    go(dimensions_[orders.take(order)], node, to,
       [&](std::uint32_t at, LinkId link, std::uint32_t) {
         add_limiter(at, builder);
         builder.add(link);
       });
  }
  add_limiter(to, builder);
  return true;
}

// Bisection: cut the longest dimension in the middle; each of its rows loses one cable.
std::optional<Shape> MeshZone::shape(const Platform& platform) const {
  const std::uint32_t longest = *std::max_element(mesh_.sizes.begin(), mesh_.sizes.end());
  if (longest == 1) return std::nullopt;
  Shape shape;
  std::uint64_t cable_count = 0;
  for (std::size_t i = 0; i < mesh_.sizes.size(); i++) {
    cable_count += mesh_.cable_count(i);
    shape.diameter_hops += mesh_.sizes[i] - 1;
  }
  shape.text = fmt::format("mesh {}, {} cables", fmt::join(mesh_.sizes, "x"), cable_count);
  shape.diameter_latency_s = shape.diameter_hops * platform.links.latency_s[cables_.first];
  const auto rows = static_cast<double>(mesh_.node_count() / longest);
  shape.bisection_bytes_per_s = rows * platform.links.bandwidth_bytes_per_s[cables_.first];
  shape.routers = figures();
  return shape;
}

// Hosts are the routers.
RouterFigures MeshZone::figures() const {
  RouterFigures result;
  const auto node_count = static_cast<double>(mesh_.node_count());
  result.router_count = static_cast<std::uint32_t>(mesh_.node_count());
  result.measured_from = result.router_count;
  double sum = 0;  // of the mean distances in the dimensions, a node to itself included
  for (std::size_t i = 0; i < mesh_.sizes.size(); i++) {
    const std::uint32_t size = mesh_.sizes[i];
    if (size == 1) continue;
    result.cables.emplace_back(fmt::format("dim{}", i + 1), mesh_.cable_count(i));
    result.diameter += size - 1;
    result.radix_min += 1;  // of a corner
    result.radix_max += size > 2 ? 2 : 1;
    sum += (static_cast<double>(size) * size - 1) / (3.0 * size);
  }
  result.mean_distance = sum * node_count / (node_count - 1);
  return result;
}

std::optional<std::uint64_t> host_count(std::string_view parameters,
                                        const kernel::InputError::Where& where) {
  return parse(parameters, where).node_count();
}

void build(ClusterBuilder& builder) {
  const Mesh mesh = parse(builder.spec().parameters, builder.where());
  const NodeLinks node_links = builder.add_node_links();
  const CableRange cables = builder.begin_cables();
  std::uint64_t stride = 1;
  std::size_t dimension = 0;
  for (const std::uint32_t size : mesh.sizes) {
    const CableKind kind = builder.kind_of({fmt::format("dim{}", ++dimension)});
    for (std::uint64_t row = 0; row < mesh.node_count() / size; row++) {
      const std::uint64_t first = row / stride * stride * size + row % stride;
      for (std::uint64_t step = 0; step + 1 < size; step++) {
        const std::uint64_t node = first + step * stride;
        builder.add_cable(
            fmt::format("{}_link_from_{}_to_{}", builder.spec().id, node, node + stride), kind,
            builder.host_end(node), builder.host_end(node + stride));
      }
    }
    stride *= size;
  }
  builder.adopt(std::make_unique<MeshZone>(builder.spec().id, mesh, cables, node_links));
}

}  // namespace

extern const Topology mesh{"mesh", "MESH", "mesh:8x8", host_count, build};

}  // namespace smpi::models
