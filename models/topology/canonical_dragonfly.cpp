// SPDX-License-Identifier: BSD-3-Clause
//
// The dragonfly of Kim et al. (2008): df:p,a,h[,g].
//
// Groups of `a` routers, all joined to each other; p hosts and h global ports per router; g groups,
// by default a h + 1. Router r of group G has the number G a + r and the global ports r h ... r h +
// h - 1 of its group (group_ports.h). Balanced: a = 2p = 2h.
//
// Minimal routes are local, global, local, with one global cable: the way over a third group that
// two global cables sometimes make, shorter by one, is not taken, as in the paper. The ways between
// two groups are their global cables, short routes first, and among equals from number (destination
// mod their number) on. The dragonflies of Cray are in dragonfly.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernel/error.h"
#include "models/topology/group_ports.h"
#include "models/topology/host_layout.h"
#include "models/topology/router_zone.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

enum Kind : std::uint32_t { local_cable, global_cable };

struct Groups {
  std::uint32_t hosts;    // p
  std::uint32_t routers;  // a
  std::uint32_t ports;    // h
  GroupPorts joined;

  std::uint64_t router_count() const { return saturating_product(joined.groups, routers); }
  std::uint64_t host_count() const { return saturating_product(router_count(), hosts); }
  std::uint64_t cable_count() const {
    const std::uint64_t local = std::uint64_t{routers} * (routers - 1) / 2;
    const std::uint64_t pairs = std::uint64_t{joined.groups} * (joined.groups - 1) / 2;
    return saturating_product(joined.groups, local) + saturating_product(pairs, joined.layers());
  }
  // The router with the cable of `layer` from one group to another.
  std::uint32_t gate(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const {
    return from * routers + joined.owner(from, to, layer);
  }
};

Groups parse(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a canonical dragonfly is HOSTS,ROUTERS,PORTS[,GROUPS]: hosts per "
                            "router, routers per group, global ports per router, groups; such as "
                            "2,4,2,9;arrangement=absolute"};
  constexpr std::string_view keys[] = {"arrangement"};
  const KeyedText keyed = source.keyed(keys);
  const std::vector<std::uint32_t> numbers = source.numbers(keyed.numbers);
  if (numbers.size() != 3 && numbers.size() != 4) {
    source.refuse("a canonical dragonfly is three or four numbers", keyed.numbers);
  }
  Groups groups{numbers[0], numbers[1], numbers[2], {}};
  groups.joined = read_group_ports(groups.routers, groups.ports,
                                   numbers.size() == 4 ? std::optional(numbers[3]) : std::nullopt,
                                   keyed, source);
  source.require_size(groups.host_count());
  source.require_size(groups.host_count() + groups.cable_count());
  return groups;
}

RouterGraph make_graph(const Groups& groups) {
  const auto gate = [&](std::uint32_t from, std::uint32_t to, std::uint32_t layer) {
    return groups.gate(from, to, layer);
  };
  std::vector<RouterCable> cables;
  cables.reserve(groups.cable_count());
  for (std::uint32_t group = 0; group < groups.joined.groups; group++) {
    const std::uint32_t first = group * groups.routers;
    for (std::uint32_t low = 0; low < groups.routers; low++) {
      for (std::uint32_t high = low + 1; high < groups.routers; high++) {
        cables.push_back({first + low, first + high, local_cable, 1, {}});
      }
    }
    join_to_later_groups(groups.joined, group, global_cable, gate, cables);
  }
  return RouterGraph(static_cast<std::uint32_t>(groups.router_count()), std::move(cables));
}

class CanonicalDragonflyZone : public RouterZone, public HostLayout {
 public:
  CanonicalDragonflyZone(std::string zone_name, RouterParts parts, Groups groups)
      : RouterZone(std::move(zone_name), std::move(parts)), groups_(groups) {}

  CableRule cable_rule() const override { return CableRule::ordered; }
  CablePlace place_of(LinkId link) const override {
    const CableSide side = cable_side(link);
    const bool is_global = graph().cables()[side.cable].kind == global_cable;
    return {.place = is_global ? 1U : 0U, .is_up = side.is_up, .ends_level = is_global};
  }
  // One for each group visited, and one for a second router of the source's group.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    if (use.kind == WayKind::minimal) return 2;
    return use.is_diverted ? 4 : 3;
  }
  RoutingSkills skills() const override { return {.valiant = true, .groups = true}; }
  std::uint32_t hosts_per_group() const override { return groups_.routers * groups_.hosts; }

 protected:
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const override {
    const std::uint32_t group = from / groups_.routers;
    const std::uint32_t target = to / groups_.routers;
    if (group == target) return 1;
    return groups_.joined.way_count(group, target);
  }

  void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const override {
    const std::uint32_t group = walk.at() / groups_.routers;
    const std::uint32_t target = to / groups_.routers;
    if (group != target) {
      const std::uint32_t layer = layer_of(walk, to, choice);
      go(walk, groups_.gate(group, target, layer));
      go(walk, groups_.gate(target, group, layer));
    }
    go(walk, to);
  }

  std::uint32_t choice_of_way(std::uint32_t from, std::uint32_t to, std::uint32_t host,
                              std::uint32_t number) const override {
    if (group_of(from) == group_of(to)) return number;
    std::uint32_t before = 0;
    std::uint32_t local_cables = 0;
    std::uint32_t count = layers_with(local_cables, from, to);
    while (number >= before + count) {
      before += count;
      count = layers_with(++local_cables, from, to);
    }
    return before + (number - before + count - host % count) % count;
  }

  // Over another group, by any cable to it and any from it; inside a group over another router.
  std::uint64_t detour_count(std::uint32_t from, std::uint32_t to) const override {
    if (group_of(from) == group_of(to)) return groups_.routers - 2;
    const std::uint64_t layers = groups_.joined.layers();
    return saturating_product(layers * layers, groups_.joined.groups - 2);
  }

  void go_detour(Walk& walk, std::uint32_t to, std::uint64_t number) const override {
    const std::uint32_t group = group_of(walk.at());
    const std::uint32_t target = group_of(to);
    if (group == target) {
      walk.go(other_than(walk.at(), to, group * groups_.routers, number));
      return walk.go(to);
    }
    const std::uint32_t layers = groups_.joined.layers();
    const std::uint32_t middle = other_than(group, target, 0, number / layers / layers);
    const auto in = static_cast<std::uint32_t>(number % layers);
    const auto out = static_cast<std::uint32_t>(number / layers % layers);
    go(walk, groups_.gate(group, middle, in));
    go(walk, groups_.gate(middle, group, in));
    go(walk, groups_.gate(middle, target, out));
    go(walk, groups_.gate(target, middle, out));
    go(walk, to);
  }

  std::uint32_t group_of(std::uint32_t router) const override { return router / groups_.routers; }

  std::uint32_t longest_way() const override {
    const std::uint32_t inside = groups_.routers > 1 ? 1 : 0;
    if (groups_.joined.groups == 1) return inside;
    return groups_.joined.layers() == 1 ? 1 + 2 * inside : 0;
  }

 private:
  static void go(Walk& walk, std::uint32_t router) {
    if (walk.at() != router) walk.go(router);
  }

  // The layer of a way: those with the fewest local cables first.
  std::uint32_t layer_of(const Walk& walk, std::uint32_t to, std::uint32_t choice) const {
    for (std::uint32_t local_cables = 0; local_cables <= 2; local_cables++) {
      const std::uint32_t count = layers_with(local_cables, walk.at(), to);
      if (choice < count) {
        std::uint32_t left = (walk.destination() + choice) % count;
        std::uint32_t layer = 0;
        while (!has_local_cables(layer, local_cables, walk.at(), to) || left-- > 0) layer++;
        return layer;
      }
      choice -= count;
    }
    SIM_ASSERT(false, "two groups of a dragonfly have a cable for each way");
  }
  // Is the layer a way of its own, over so many local cables?
  bool has_local_cables(std::uint32_t layer, std::uint32_t local_cables, std::uint32_t from,
                        std::uint32_t to) const {
    const std::uint32_t group = group_of(from);
    const std::uint32_t target = group_of(to);
    const std::uint32_t here = (groups_.gate(group, target, layer) != from ? 1 : 0) +
                               (groups_.gate(target, group, layer) != to ? 1 : 0);
    return here == local_cables && groups_.joined.is_first(group, target, layer);
  }
  std::uint32_t layers_with(std::uint32_t local_cables, std::uint32_t from,
                            std::uint32_t to) const {
    std::uint32_t count = 0;
    for (std::uint32_t layer = 0; layer < groups_.joined.layers(); layer++) {
      count += has_local_cables(layer, local_cables, from, to) ? 1 : 0;
    }
    return count;
  }

  Groups groups_;
};

std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_count();
}

void build(ClusterBuilder& builder) {
  const Groups groups = parse(builder.spec().parameters, builder.where());
  RouterParts parts = add_router_parts(
      builder, {fmt::format("dragonfly of {} groups of {} routers of {} hosts and {} global ports",
                            groups.joined.groups, groups.routers, groups.hosts, groups.ports),
                make_graph(groups),
                {"local", "global"},
                hosts_on_routers(static_cast<std::uint32_t>(groups.router_count()), groups.hosts)});
  builder.adopt(
      std::make_unique<CanonicalDragonflyZone>(builder.spec().id, std::move(parts), groups));
}

}  // namespace

extern const Topology canonical_dragonfly{"df", "DF", "df:2,4,2,9", host_count, build};

}  // namespace smpi::models
