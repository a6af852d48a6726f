// SPDX-License-Identifier: BSD-3-Clause
//
// Routes of a torus: one division per dimension, one addition per hop.
#include "models/topology/torus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "models/topology/builder.h"
#include "models/topology/group_ports.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {

std::uint64_t TorusParameters::node_count() const {
  std::uint64_t count = 1;
  for (const std::uint32_t size : sizes) count = saturating_product(count, size);
  return count;
}

std::uint32_t TorusParameters::wired_count() const {
  return static_cast<std::uint32_t>(
      std::count_if(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size > 1; }));
}

std::uint32_t TorusParameters::right_of(std::uint32_t node, std::size_t dimension) const {
  std::uint32_t stride = 1;
  for (std::size_t before = 0; before < dimension; before++) stride *= sizes[before];
  const std::uint32_t size = sizes[dimension];
  const std::uint32_t coordinate = node / stride % size;
  return coordinate + 1 < size ? node + stride : node - coordinate * stride;
}

TorusParameters parse_torus(std::string_view text, const kernel::InputError::Where& where) {
  const TopologyText source{text, where, "a torus is the sizes of its dimensions, such as 8x8x8"};
  TorusParameters parameters{source.sizes(text)};
  source.require_size(parameters.node_count());
  source.require_size(parameters.cable_count());
  return parameters;
}

TorusZone::TorusZone(std::string zone_name, TorusParameters parameters, CableRange cables,
                     NodeLinks node_links)
    : Zone(std::move(zone_name)),
      parameters_(std::move(parameters)),
      cables_(cables),
      node_links_(node_links) {
  std::uint32_t stride = 1;
  for (const std::uint32_t size : parameters_.sizes) {
    if (size > 1) wired_.push_back({size, stride});
    stride *= size;
  }
}

Orders TorusZone::orders_between(std::uint32_t from, std::uint32_t to) const {
  Orders orders;
  for (std::size_t wire = 0; wire < wired_.size(); wire++) {
    const auto [size, stride] = wired_[wire];
    if (from / stride % size != to / stride % size) orders.add(wire);
  }
  return orders;
}

std::uint32_t TorusZone::opposite_in(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t wires = 0;
  for (std::size_t wire = 0; wire < wired_.size(); wire++) {
    const auto [size, stride] = wired_[wire];
    if (2 * ((from / stride % size + size - to / stride % size) % size) == size)
      wires |= 1U << wire;
  }
  return wires;
}

std::uint32_t TorusZone::turned(std::uint32_t opposite, std::uint64_t bits) {
  std::uint32_t wires = 0;
  for (; bits != 0 && opposite != 0; bits >>= 1) {
    const std::uint32_t lowest = opposite & -opposite;
    if ((bits & 1) != 0) wires |= lowest;
    opposite ^= lowest;
  }
  return wires;
}

std::uint32_t TorusZone::path_count(std::uint32_t from, std::uint32_t to) const {
  const std::uint64_t count = std::uint64_t{orders_between(from, to).count()}
                              << std::popcount(opposite_in(from, to));
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, no_id));
}

CablePlace TorusZone::place_of(LinkId link) const {
  const std::uint32_t number = (link - cables_.first) / (cables_.is_split ? 2 : 1);
  const auto wired_count = static_cast<std::uint32_t>(wired_.size());
  const std::uint32_t wire = number % wired_count;
  const auto [size, stride] = wired_[wire];
  const std::uint32_t lower = number / wired_count / stride % size;
  return {.place = wire,
          .is_up = link == cables_.up(number),
          .is_straight = true,
          .closes_ring = lower + 1 == size};
}

template <typename Visit>
void TorusZone::go(std::uint32_t wire, std::uint32_t& node, std::uint32_t to, bool is_turned,
                   Visit visit) const {
  const auto wired_count = static_cast<std::uint32_t>(wired_.size());
  const auto [size, stride] = wired_[wire];
  std::uint32_t at = node / stride % size;
  const std::uint32_t target = to / stride % size;
  const std::uint32_t steps_right = target >= at ? target - at : target + size - at;
  const bool is_right = is_turned != (2 * steps_right < size || (2 * steps_right == size &&
                                                                 !(target == 0 && 2 * at == size)));
  while (at != target) {
    const std::uint32_t old = node;
    if (is_right) {
      node = at + 1 < size ? node + stride : node - at * stride;
      at = at + 1 < size ? at + 1 : 0;
      visit(old, cables_.up(old * wired_count + wire), node);
    } else {
      node = at > 0 ? node - stride : node + (size - 1) * stride;
      at = at > 0 ? at - 1 : size - 1;
      visit(old, cables_.down(node * wired_count + wire), node);
    }
  }
}

bool TorusZone::append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                            RouteBuilder& builder) const {
  if (from == to) {
    if (node_links_.first_loopback != no_id) builder.add(node_links_.first_loopback + from);
    return true;
  }
  std::uint32_t node = from;
  const auto visit = [&](std::uint32_t at, LinkId link, std::uint32_t) {
    add_limiter(builder, at);
    builder.add(link);
  };
  if (choice == 0) {
    for (std::uint32_t wire = 0; wire < wired_.size(); wire++) go(wire, node, to, false, visit);
  } else {
    Orders orders = orders_between(from, to);
    std::uint64_t order = choice % orders.count();
    const std::uint32_t around = turned(opposite_in(from, to), choice / orders.count());
    while (!orders.empty()) {
      const auto wire = static_cast<std::uint32_t>(orders.take(order));
      go(wire, node, to, (around >> wire & 1U) != 0, visit);
    }
  }
  add_limiter(builder, to);
  return true;
}

void TorusZone::go(Trail& trail, std::uint32_t to) const {
  for (std::uint32_t wire = 0; wire < wired_.size(); wire++) {
    std::uint32_t node = trail.at();
    go(wire, node, to, false,
       [&](std::uint32_t, LinkId link, std::uint32_t next) { trail.go(link, next); });
  }
}

bool TorusZone::append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                           RouteBuilder& builder) const {
  if (kind_of(choice) == WayKind::minimal) {
    return append_path(from, to, static_cast<std::uint32_t>(choice), builder);
  }
  Trail trail(from);
  go(trail, other_than(from, to, 0, ValiantWay::of(choice).number));
  go(trail, to);
  for (const Trail::Hop& hop : trail.hops()) {
    add_limiter(builder, hop.router);
    builder.add(hop.link);
  }
  add_limiter(builder, to);
  return true;
}

// Bisection: cut the longest dimension in two places; each place is crossed by one cable of every
// row along that dimension.
std::optional<Shape> TorusZone::shape(const Platform& platform) const {
  if (wired_.empty()) return std::nullopt;
  Shape shape;
  shape.text = fmt::format("torus {}, {} cables", fmt::join(parameters_.sizes, "x"),
                           parameters_.cable_count());
  std::uint32_t longest = 0;
  for (const Dimension& dimension : wired_) {
    shape.diameter_hops += dimension.size / 2;
    longest = std::max(longest, dimension.size);
  }
  shape.diameter_latency_s = shape.diameter_hops * platform.links.latency_s[cables_.first];
  const auto rows = static_cast<double>(parameters_.node_count() / longest);
  shape.bisection_bytes_per_s = 2 * rows * platform.links.bandwidth_bytes_per_s[cables_.first];
  shape.routers = figures();
  return shape;
}

// Hosts are the routers.
RouterFigures TorusZone::figures() const {
  RouterFigures result;
  const auto node_count = static_cast<double>(parameters_.node_count());
  result.router_count = static_cast<std::uint32_t>(parameters_.node_count());
  result.measured_from = result.router_count;
  double sum = 0;  // of the mean distances in the dimensions, a node to itself included
  for (std::size_t i = 0; i < parameters_.sizes.size(); i++) {
    const std::uint32_t size = parameters_.sizes[i];
    if (size == 1) continue;
    result.cables.emplace_back(fmt::format("dim{}", i + 1), parameters_.node_count());
    result.diameter += size / 2;
    sum += static_cast<double>(std::uint64_t{size} * size / 4) / size;
  }
  result.radix_min = result.radix_max = 2 * static_cast<std::uint32_t>(wired_.size());
  result.mean_distance = sum * node_count / (node_count - 1);
  return result;
}

namespace {

std::optional<std::uint64_t> host_count(std::string_view parameters,
                                        const kernel::InputError::Where& where) {
  return parse_torus(parameters, where).node_count();
}

void build(ClusterBuilder& builder) {
  const TorusParameters parameters = parse_torus(builder.spec().parameters, builder.where());
  const NodeLinks node_links = builder.add_node_links();
  const CableRange cables = builder.begin_cables();
  std::vector<CableKind> kinds;
  for (std::size_t dimension = 1; dimension <= parameters.sizes.size(); dimension++) {
    kinds.push_back(builder.kind_of({fmt::format("dim{}", dimension)}));
  }
  for (std::uint32_t node = 0; node < parameters.node_count(); node++) {
    for (std::size_t dimension = 0; dimension < parameters.sizes.size(); dimension++) {
      if (parameters.sizes[dimension] == 1) continue;
      const std::uint32_t right = parameters.right_of(node, dimension);
      builder.add_cable(fmt::format("{}_link_from_{}_to_{}", builder.spec().id, node, right),
                        kinds[dimension], builder.host_end(node), builder.host_end(right));
    }
  }
  builder.adopt(std::make_unique<TorusZone>(builder.spec().id, parameters, cables, node_links));
}

}  // namespace

extern const Topology torus{"torus", "TORUS", "torus:8x8x8", host_count, build};

}  // namespace smpi::models
