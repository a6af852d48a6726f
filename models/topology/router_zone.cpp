// SPDX-License-Identifier: BSD-3-Clause
//
// The parts that all topologies of routers share.
#include "models/topology/router_zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernel/chained_hash.h"
#include "kernel/error.h"
#include "models/topology/bisection.h"
#include "models/topology/group_ports.h"
#include "models/topology/parameters.h"

namespace smpi::models {

std::vector<std::uint32_t> hosts_on_routers(std::uint32_t router_count, std::uint32_t count) {
  std::vector<std::uint32_t> host_router(static_cast<std::size_t>(router_count) * count);
  for (std::size_t host = 0; host < host_router.size(); host++) {
    host_router[host] = static_cast<std::uint32_t>(host / count);
  }
  return host_router;
}

RouterParts add_router_parts(ClusterBuilder& builder, RouterNetwork network) {
  const std::string& id = builder.spec().id;
  const NodeLinks node_links = builder.add_node_links();
  builder.add_switches("router", network.graph.router_count());
  const CableRange host_cables = builder.begin_cables();
  const CableKind host_kind = builder.kind_of({"host"});
  for (std::size_t host = 0; host < builder.spec().radicals.size(); host++) {
    builder.add_cable(fmt::format("{}_host_{}", id, builder.spec().radicals[host]), host_kind,
                      builder.host_end(host), builder.switch_end(network.host_router[host]));
  }
  std::vector<CableKind> kinds;
  for (const std::string& kind : network.kinds) kinds.push_back(builder.kind_of({kind}));
  const CableRange router_cables = builder.begin_cables();
  RouterParts parts{std::move(network), node_links, host_cables, router_cables};
  const bool is_separate = builder.has_separate_cables();
  const TopologyText source{builder.spec().parameters, builder.where(), "fewer parallel cables"};
  std::uint64_t lane_sum = 0;
  for (const RouterCable& cable : parts.network.graph.cables()) {
    const std::string name = fmt::format("{}_{}_from_{}_to_{}", id, parts.network.kinds[cable.kind],
                                         cable.from, cable.to);
    CableKind kind = kinds[cable.kind];
    if (cable.figures) kind.figures = *cable.figures;
    const CableEnd from = builder.switch_end(cable.from);
    const CableEnd to = builder.switch_end(cable.to);
    if (!is_separate) {
      builder.add_cable(name, kind, from, to, cable.width);
      continue;
    }
    const auto lanes = static_cast<std::uint32_t>(cable.width);
    source.require_size(lane_sum += lanes);
    for (std::uint32_t lane = 0; lane < lanes; lane++) {
      builder.add_cable(lanes == 1 ? name : fmt::format("{}_cable_{}", name, lane), kind, from, to);
    }
    if (parts.first_lanes.empty()) parts.first_lanes.push_back(0);
    parts.first_lanes.push_back(parts.first_lanes.back() + lanes);
    parts.lane_count = std::max(parts.lane_count, lanes);
  }
  return parts;
}

bool take_parallel(std::string& parameters, const kernel::InputError::Where& where) {
  const std::string whole = parameters;
  const std::optional<std::string> value = take_key(parameters, "parallel", where);
  if (!value || *value == "joined") return false;
  if (*value == "separate") return true;
  constexpr std::array<std::string_view, 2> known = {"separate", "joined"};
  const TopologyText source{whole, where,
                            kernel::did_you_mean(*value, known, "parallel=separate, or joined")};
  source.refuse("unknown arrangement of parallel cables", *value);
}

RouterZone::Walk::Walk(const RouterZone& zone, RouteBuilder& builder, HostPair hosts,
                       std::uint32_t lane)
    : zone_(zone), builder_(&builder), hosts_(hosts), at_(zone.router_of(hosts.from)), lane_(lane) {
  zone_.add_limiter(at_, builder);
}

std::uint32_t RouterZone::Walk::first_of(std::uint32_t count, std::uint32_t router) const {
  if (count == 1) return 0;
  return static_cast<std::uint32_t>(
      kernel::chained_hash({zone_.routing_seed_, hosts_.from, hosts_.to, at_, router}) % count);
}

void RouterZone::Walk::go(std::uint32_t router) {
  const LinkId link = zone_.link_between(at_, router, lane_);
  at_ = router;
  if (trail_ != nullptr) return trail_->go(link, router);
  builder_->add(link);
  zone_.add_limiter(router, *builder_);
}

LinkId RouterZone::link_between(std::uint32_t from, std::uint32_t to, std::uint32_t lane) const {
  const RouterGraph::Port* port = graph().port_between(from, to);
  SIM_ASSERT(port != nullptr, "a route crosses routers that no cable joins");
  const CableRange& cables = parts_.router_cables;
  std::uint32_t cable = port->cable;
  if (!parts_.first_lanes.empty()) {
    const std::uint32_t first = parts_.first_lanes[cable];
    cable = first + lane % (parts_.first_lanes[cable + 1] - first);
  }
  return from < to ? cables.up(cable) : cables.down(cable);
}

RouterZone::CableSide RouterZone::cable_side(LinkId link) const {
  const CableRange& cables = parts_.router_cables;
  auto number = (link - cables.first) / (cables.is_split ? 2 : 1);
  const bool is_up = link == cables.up(number);
  if (!parts_.first_lanes.empty()) {
    const auto after =
        std::upper_bound(parts_.first_lanes.begin(), parts_.first_lanes.end(), number);
    number = static_cast<std::uint32_t>(after - parts_.first_lanes.begin()) - 1;
  }
  return {number, is_up};
}

void RouterZone::add_limiter(std::uint32_t router, RouteBuilder& builder) const {
  const LinkId first = parts_.node_links.first_limiter;
  if (first == no_id) return;
  builder.add(first + static_cast<LinkId>(parts_.network.host_router.size()) + router);
}

CableLinks RouterZone::cable_links() const {
  const CableRange& cables = parts_.router_cables;
  const std::size_t cable_count =
      parts_.first_lanes.empty() ? graph().cables().size() : parts_.first_lanes.back();
  return {parts_.host_cables.first, cables.first, cables.up(cable_count), cables.is_split};
}

std::uint32_t RouterZone::path_count(std::uint32_t from, std::uint32_t to) const {
  const std::vector<std::uint32_t>& router = parts_.network.host_router;
  if (router[from] == router[to]) return 1;
  const std::uint64_t count =
      std::uint64_t{way_count(router[from], router[to])} * parts_.lane_count;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, no_id));
}

std::uint32_t RouterZone::modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const {
  const std::uint32_t number = key % path_count(from, to);
  if (router_of(from) == router_of(to)) return number;
  const std::uint32_t ways = way_count(router_of(from), router_of(to));
  const std::uint32_t lane = number / ways;
  return lane * ways + choice_of_way(router_of(from), router_of(to), to, number % ways);
}

bool RouterZone::append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                             RouteBuilder& builder) const {
  const NodeLinks& node_links = parts_.node_links;
  if (from == to) {
    if (node_links.first_loopback != no_id) builder.add(node_links.first_loopback + from);
    return true;
  }
  if (node_links.first_limiter != no_id) builder.add(node_links.first_limiter + from);
  builder.add(parts_.host_cables.up(from));
  const std::uint32_t source = parts_.network.host_router[from];
  const std::uint32_t target = parts_.network.host_router[to];
  const std::uint32_t ways =
      parts_.lane_count == 1 || source == target ? no_id : way_count(source, target);
  Walk walk(*this, builder, {from, to}, to + choice / ways);
  if (walk.at() != target) go_to(walk, target, choice % ways);
  SIM_ASSERT(walk.at() == target, "a route ends at the router of its destination");
  builder.add(parts_.host_cables.down(to));
  if (node_links.first_limiter != no_id) builder.add(node_links.first_limiter + to);
  return true;
}

bool RouterZone::append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                            RouteBuilder& builder) const {
  if (kind_of(choice) == WayKind::minimal) {
    return append_path(from, to, static_cast<std::uint32_t>(choice), builder);
  }
  const std::uint32_t target = router_of(to);
  Trail trail(router_of(from));
  if (kind_of(choice) == WayKind::valiant) {
    const ValiantWay way = ValiantWay::of(choice);
    if (way.steps > 0) {
      Walk walk(*this, trail, {from, to});
      go_to(walk, target, way.minimal % way_count(router_of(from), target));
      trail.cut(way.steps);
    }
    Walk walk(*this, trail, {from, to});
    go_detour(walk, target, way.number);
  } else {
    Walk walk(*this, trail, {from, to});
    go_special(walk, target, choice);
  }
  return append_trail(from, to, trail, builder);
}

bool RouterZone::append_trail(std::uint32_t from, std::uint32_t to, const Trail& trail,
                              RouteBuilder& builder) const {
  SIM_ASSERT(trail.at() == router_of(to), "a way ends at the router of its destination");
  const LinkId limiter = parts_.node_links.first_limiter;
  if (limiter != no_id) builder.add(limiter + from);
  builder.add(parts_.host_cables.up(from));
  for (const Trail::Hop& hop : trail.hops()) {
    add_limiter(hop.router, builder);
    builder.add(hop.link);
  }
  add_limiter(trail.at(), builder);
  builder.add(parts_.host_cables.down(to));
  if (limiter != no_id) builder.add(limiter + to);
  return true;
}

std::uint64_t RouterZone::valiant_count(std::uint32_t from, std::uint32_t to) const {
  if (router_of(from) == router_of(to)) return 0;
  return std::min(detour_count(router_of(from), router_of(to)), ValiantWay::number_max);
}

std::uint64_t RouterZone::detour_count(std::uint32_t /*from*/, std::uint32_t /*to*/) const {
  return graph().router_count() - 2;
}

void RouterZone::go_detour(Walk& walk, std::uint32_t to, std::uint64_t number) const {
  const std::uint32_t middle = other_than(walk.at(), to, 0, number);
  go_to(walk, middle, 0);
  go_to(walk, to, 0);
}

std::uint32_t RouterZone::steps_in_group(std::uint32_t from, std::uint32_t to,
                                         std::uint32_t minimal) const {
  const std::uint32_t group = group_of(router_of(from));
  if (group == group_of(router_of(to))) return 0;
  Trail trail(router_of(from));
  Walk walk(*this, trail, {from, to});
  go_to(walk, router_of(to), minimal % way_count(router_of(from), router_of(to)));
  std::uint32_t steps = 0;
  for (const Trail::Hop& hop : trail.hops()) {
    if (group_of(hop.router) == group) steps++;
  }
  return steps - 1;  // the last of them is the cable to another group
}

std::optional<Shape> RouterZone::shape(const Platform& platform) const {
  const RouterNetwork& network = parts_.network;
  Shape shape;
  shape.text = network.text;
  if (const std::uint32_t longest = longest_way(); longest > 0) {
    shape.diameter_hops = 2 + longest;
    shape.diameter_latency_s =
        shape.diameter_hops * platform.links.latency_s[parts_.host_cables.first];
  }
  shape.bisection_bytes_per_s =
      network.bisection_cables * platform.links.bandwidth_bytes_per_s[parts_.host_cables.first];

  RouterFigures figures;
  figures.router_count = graph().router_count();
  std::vector<std::uint32_t> radix(graph().router_count());
  for (const std::uint32_t router : network.host_router) radix[router]++;
  std::vector<double> cable_counts(network.kinds.size());
  for (const RouterCable& cable : graph().cables()) {
    radix[cable.from] += static_cast<std::uint32_t>(cable.width);
    radix[cable.to] += static_cast<std::uint32_t>(cable.width);
    cable_counts[cable.kind] += cable.width;
  }
  const auto [low, high] = std::minmax_element(radix.begin(), radix.end());
  figures.radix_min = *low;
  figures.radix_max = *high;
  figures.cables.emplace_back("host", network.host_router.size());
  for (std::size_t kind = 0; kind < network.kinds.size(); kind++) {
    figures.cables.emplace_back(network.kinds[kind],
                                static_cast<std::uint64_t>(cable_counts[kind]));
  }
  const RouterDistances distances = graph().measure();
  figures.diameter = distances.longest;
  figures.mean_distance = distances.mean;
  figures.measured_from = distances.start_count;
  if (graph().router_count() > 1 && graph().router_count() <= bisected_router_max) {
    const BisectionBounds bounds = bisection_bounds(graph());
    figures.bisection_low = bounds.low;
    figures.bisection_high = bounds.high;
  }
  shape.routers = std::move(figures);
  return shape;
}

}  // namespace smpi::models
