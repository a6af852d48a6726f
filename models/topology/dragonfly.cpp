// SPDX-License-Identifier: BSD-3-Clause
//
// Minimal routes of a dragonfly: at most seven links. The order of limiters around a blue link is
// SimGrid's; it has no influence on times.
#include "models/topology/dragonfly.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/topology/builder.h"
#include "models/topology/group_ports.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

std::uint64_t pairs(std::uint64_t count) {
  return count * (count - 1) / 2;
}

}  // namespace

std::uint64_t DragonflyParameters::router_count() const {
  return saturating_product(groups, saturating_product(chassis, blades));
}

std::uint64_t DragonflyParameters::node_count() const {
  return saturating_product(router_count(), nodes);
}

std::uint64_t DragonflyParameters::green_count() const {
  return saturating_product(saturating_product(groups, chassis), pairs(blades));
}

std::uint64_t DragonflyParameters::black_count() const {
  return saturating_product(saturating_product(groups, pairs(chassis)), blades);
}

std::uint64_t DragonflyParameters::blue_count() const {
  return pairs(groups);
}

DragonflyParameters parse_dragonfly(std::string_view text, const kernel::InputError::Where& where) {
  const TopologyText source{
      text, where,
      "a dragonfly is GROUPS,BLUE;CHASSIS,BLACK;BLADES,GREEN;NODES, such as 3,4;4,3;5,1;2: groups, "
      "chassis per group, blades per chassis, nodes per blade, and the parallel links of each "
      "kind"};
  const std::vector<std::string_view> parts = source.split(text, ';');
  if (parts.size() != 4) source.refuse("a dragonfly has four parts separated by ';'", text);
  std::vector<std::uint32_t> values;
  for (std::size_t part = 0; part < 4; part++) {
    const std::vector<std::uint32_t> numbers = source.numbers(parts[part]);
    if (numbers.size() != (part < 3 ? 2 : 1)) {
      source.refuse(part < 3 ? "expected a number of parts and a number of parallel links"
                             : "expected the number of nodes of a blade",
                    parts[part]);
    }
    values.insert(values.end(), numbers.begin(), numbers.end());
  }
  const DragonflyParameters parameters{values[0], values[1], values[2], values[3],
                                       values[4], values[5], values[6]};
  source.require_size(parameters.router_count());
  source.require_size(parameters.node_count());
  source.require_size(parameters.green_count() + parameters.black_count() +
                      parameters.blue_count());
  if (parameters.groups > 1 && parameters.groups > parameters.routers_per_group()) {
    source.refuse(fmt::format("{} groups need as many routers each, for one blue link per pair; "
                              "a group has {}",
                              parameters.groups, parameters.routers_per_group()),
                  text);
  }
  return parameters;
}

DragonflyZone::DragonflyZone(std::string zone_name, DragonflyParameters parameters,
                             DragonflyCables cables, NodeLinks node_links)
    : Zone(std::move(zone_name)),
      parameters_(parameters),
      cables_(cables),
      node_links_(node_links) {}

DragonflyZone::Router DragonflyZone::router_numbered(std::uint32_t router) const {
  const std::uint32_t row = router / parameters_.blades;
  return {row / parameters_.chassis, row % parameters_.chassis, router % parameters_.blades};
}

void DragonflyZone::add_limiter(RouteBuilder& builder, const Router& at) const {
  add_limiter(builder, number_of(at));
}

void DragonflyZone::add_limiter(RouteBuilder& builder, std::uint32_t router) const {
  if (node_links_.first_limiter == no_id) return;
  builder.add(node_links_.first_limiter + static_cast<LinkId>(parameters_.node_count()) + router);
}

LinkId DragonflyZone::link_between(const Router& from, const Router& to) const {
  if (from.group != to.group) {
    const auto [low, high] = std::minmax(from.group, to.group);
    return direction(cables_.blue, pair_number(low, high, parameters_.groups),
                     from.group < to.group);
  }
  if (from.chassis != to.chassis) {
    const auto [low, high] = std::minmax(from.chassis, to.chassis);
    const std::uint64_t pair =
        from.group * pairs(parameters_.chassis) + pair_number(low, high, parameters_.chassis);
    return direction(cables_.black, pair * parameters_.blades + from.blade,
                     from.chassis < to.chassis);
  }
  const auto [low, high] = std::minmax(from.blade, to.blade);
  const std::uint64_t row = from.group * parameters_.chassis + from.chassis;
  return direction(cables_.green,
                   row * pairs(parameters_.blades) + pair_number(low, high, parameters_.blades),
                   from.blade < to.blade);
}

void DragonflyZone::go_to_blade(Router& at, std::uint32_t blade, RouteBuilder& builder) const {
  if (at.blade == blade) return;
  add_limiter(builder, at);
  builder.add(link_between(at, {at.group, at.chassis, blade}));
  at.blade = blade;
}

void DragonflyZone::go_to_chassis(Router& at, std::uint32_t chassis, RouteBuilder& builder) const {
  if (at.chassis == chassis) return;
  add_limiter(builder, at);
  builder.add(link_between(at, {at.group, chassis, at.blade}));
  at.chassis = chassis;
}

void DragonflyZone::go_to_group(Router& at, std::uint32_t group, RouteBuilder& builder) const {
  go_to_blade(at, group % parameters_.blades, builder);
  go_to_chassis(at, group / parameters_.blades, builder);
  const Router far{group, at.group / parameters_.blades, at.group % parameters_.blades};
  builder.add(link_between(at, far));
  add_limiter(builder, at);
  at = far;
}

void DragonflyZone::go(Trail& trail, const Router& to) const {
  if (trail.at() == number_of(to)) return;
  trail.go(link_between(router_numbered(trail.at()), to), number_of(to));
}

void DragonflyZone::go_inside(Trail& trail, std::uint32_t blade, std::uint32_t chassis) const {
  const Router at = router_numbered(trail.at());
  go(trail, {at.group, at.chassis, blade});
  go(trail, {at.group, chassis, blade});
}

void DragonflyZone::go_over(Trail& trail, std::uint32_t group) const {
  go_inside(trail, group % parameters_.blades, group / parameters_.blades);
  const std::uint32_t old = router_numbered(trail.at()).group;
  go(trail, {group, old / parameters_.blades, old % parameters_.blades});
}

std::uint64_t DragonflyZone::valiant_count(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t group = router_of(from).group;
  if (group != router_of(to).group) return parameters_.groups - 2;
  if (from / parameters_.nodes == to / parameters_.nodes) return 0;
  return parameters_.routers_per_group() - 2;
}

std::uint32_t DragonflyZone::steps_in_group(std::uint32_t from, std::uint32_t to,
                                            std::uint32_t /*minimal*/) const {
  const std::uint32_t group = router_of(to).group;
  if (group == router_of(from).group) return 0;
  Trail trail(from / parameters_.nodes);
  go_inside(trail, group % parameters_.blades, group / parameters_.blades);
  return static_cast<std::uint32_t>(trail.hops().size());
}

bool DragonflyZone::append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                               RouteBuilder& builder) const {
  if (kind_of(choice) == WayKind::minimal) return append(from, to, builder);
  const ValiantWay way = ValiantWay::of(choice);
  const Router target = router_of(to);
  Trail trail(from / parameters_.nodes);
  const std::uint32_t group = router_of(from).group;
  if (group != target.group) {
    go_inside(trail, target.group % parameters_.blades, target.group / parameters_.blades);
    trail.cut(way.steps);
    go_over(trail, other_than(group, target.group, 0, way.number));
    go_over(trail, target.group);
  } else {
    const std::uint32_t middle = other_than(trail.at(), number_of(target),
                                            group * parameters_.routers_per_group(), way.number);
    go_inside(trail, router_numbered(middle).blade, router_numbered(middle).chassis);
  }
  go_inside(trail, target.blade, target.chassis);
  if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + from);
  builder.add(cables_.local.up(from));
  for (const Trail::Hop& hop : trail.hops()) {
    add_limiter(builder, hop.router);
    builder.add(hop.link);
  }
  add_limiter(builder, trail.at());
  builder.add(cables_.local.down(to));
  if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + to);
  return true;
}

bool DragonflyZone::append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const {
  if (from == to) {
    if (node_links_.first_loopback != no_id) builder.add(node_links_.first_loopback + from);
    return true;
  }
  Router at = router_of(from);
  const Router target = router_of(to);
  if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + from);
  builder.add(cables_.local.up(from));
  if (at.group != target.group) go_to_group(at, target.group, builder);
  if (at.blade != target.blade) {
    go_to_blade(at, target.blade, builder);
    at.chassis = 0;  // SimGrid's way of counting routers; see the header
  }
  go_to_chassis(at, target.chassis, builder);
  add_limiter(builder, at);
  builder.add(cables_.local.down(to));
  if (node_links_.first_limiter != no_id) builder.add(node_links_.first_limiter + to);
  return true;
}

// Bisection: half the groups against the other half, joined by one blue link a pair; of a single
// group no formula is given.
std::optional<Shape> DragonflyZone::shape(const Platform& platform) const {
  const DragonflyParameters& p = parameters_;
  Shape shape;
  shape.text = fmt::format("dragonfly of {} groups of {} chassis of {} blades of {} nodes",
                           p.groups, p.chassis, p.blades, p.nodes);
  const std::uint32_t inside = (p.blades > 1 ? 1 : 0) + (p.chassis > 1 ? 1 : 0);
  shape.diameter_hops = 2 + inside + (p.groups > 1 ? 1 + inside : 0);
  shape.diameter_latency_s = shape.diameter_hops * platform.links.latency_s[cables_.local.first];
  if (p.groups > 1) {
    const double half = p.groups / 2;
    shape.bisection_bytes_per_s = std::min(
        half * (p.groups - half) * platform.links.bandwidth_bytes_per_s[cables_.blue.first],
        half / p.groups * static_cast<double>(p.node_count()) *
            platform.links.bandwidth_bytes_per_s[cables_.local.first]);
  }
  return shape;
}

namespace {

std::optional<std::uint64_t> host_count(std::string_view parameters,
                                        const kernel::InputError::Where& where) {
  return parse_dragonfly(parameters, where).node_count();
}

void build(ClusterBuilder& builder) {
  const DragonflyParameters p = parse_dragonfly(builder.spec().parameters, builder.where());
  const NodeLinks node_links = builder.add_node_links();
  builder.add_switches("router", p.router_count());
  DragonflyCables cables;
  cables.local = builder.begin_cables();
  const CableKind host_kind = builder.kind_of({"host"});
  for (std::size_t host = 0; host < builder.spec().radicals.size(); host++) {
    builder.add_cable(fmt::format("{}_local_{}", builder.spec().id, builder.spec().radicals[host]),
                      host_kind, builder.host_end(host), builder.switch_end(host / p.nodes));
  }
  const auto router = [&](std::uint32_t group, std::uint32_t chassis, std::uint32_t blade) {
    return builder.switch_end((std::uint64_t{group} * p.chassis + chassis) * p.blades + blade);
  };
  const CableKind green = builder.kind_of({"local", "green"});
  const CableKind black = builder.kind_of({"local", "black"});
  const CableKind blue = builder.kind_of({"global", "blue"});
  cables.green = builder.begin_cables();
  for (std::uint32_t row = 0; row < p.groups * p.chassis; row++) {
    for (std::uint32_t low = 0; low < p.blades; low++) {
      for (std::uint32_t high = low + 1; high < p.blades; high++) {
        builder.add_cable(fmt::format("{}_green_{}.{}_blades_{}_{}", builder.spec().id,
                                      row / p.chassis, row % p.chassis, low, high),
                          green, router(0, row, low), router(0, row, high), p.green_links);
      }
    }
  }
  cables.black = builder.begin_cables();
  for (std::uint32_t group = 0; group < p.groups; group++) {
    for (std::uint32_t low = 0; low < p.chassis; low++) {
      for (std::uint32_t high = low + 1; high < p.chassis; high++) {
        for (std::uint32_t blade = 0; blade < p.blades; blade++) {
          builder.add_cable(fmt::format("{}_black_{}_chassis_{}_{}_blade_{}", builder.spec().id,
                                        group, low, high, blade),
                            black, router(group, low, blade), router(group, high, blade),
                            p.black_links);
        }
      }
    }
  }
  cables.blue = builder.begin_cables();
  for (std::uint32_t low = 0; low < p.groups; low++) {
    for (std::uint32_t high = low + 1; high < p.groups; high++) {
      // At router `high` of group `low`, and at router `low` of group `high`.
      builder.add_cable(fmt::format("{}_blue_groups_{}_{}", builder.spec().id, low, high), blue,
                        builder.switch_end(std::uint64_t{low} * p.routers_per_group() + high),
                        builder.switch_end(std::uint64_t{high} * p.routers_per_group() + low),
                        p.blue_links);
    }
  }
  builder.adopt(std::make_unique<DragonflyZone>(builder.spec().id, p, cables, node_links));
}

}  // namespace

extern const Topology dragonfly{"dragonfly", "DRAGONFLY", "dragonfly:3,4;4,3;5,1;2", host_count,
                                build};

}  // namespace smpi::models
