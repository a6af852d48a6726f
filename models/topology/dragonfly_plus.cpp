// SPDX-License-Identifier: BSD-3-Clause
//
// Dragonfly+ (Shpiner et al. 2017), or Megafly: df+:p,l,s,h,g.
//
// A group is l leaves and s spines, each leaf joined to each spine; p hosts per leaf, h global
// ports per spine, g groups. Leaf i of group G is router G (l + s) + i, its spines follow its
// leaves; spine i has the global ports i h ... i h + h - 1 of its group (group_ports.h).
//
// Minimal routes: leaf, spine, leaf inside a group, with spine (destination mod s) as way 0;
// leaf, the spine that owns a cable to the other group, its far spine, leaf between groups, with
// the cables as ways, in order of their layers, from number (destination mod their number) on.
#include <fmt/format.h>

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
  std::uint32_t hosts;   // p
  std::uint32_t leaves;  // l
  std::uint32_t spines;  // s
  std::uint32_t ports;   // h
  GroupPorts joined;

  std::uint32_t routers() const { return leaves + spines; }
  std::uint64_t router_count() const { return saturating_product(joined.groups, routers()); }
  std::uint64_t host_count() const {
    return saturating_product(joined.groups, saturating_product(leaves, hosts));
  }
  std::uint64_t cable_count() const {
    const std::uint64_t pairs = std::uint64_t{joined.groups} * (joined.groups - 1) / 2;
    return saturating_product(joined.groups, saturating_product(leaves, spines)) +
           saturating_product(pairs, joined.layers());
  }
  std::uint32_t spine(std::uint32_t group, std::uint32_t index) const {
    return group * routers() + leaves + index;
  }
  // The spine with the cable of `layer` from one group to another.
  std::uint32_t gate(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const {
    return spine(from, joined.owner(from, to, layer));
  }
};

Groups parse(std::string_view text, const Where& where) {
  const TopologyText source{text, where,
                            "a Dragonfly+ is HOSTS,LEAVES,SPINES,PORTS[,GROUPS]: hosts per leaf, "
                            "leaves and spines per group, global ports per spine, groups; such as "
                            "2,2,2,2,5;arrangement=absolute"};
  constexpr std::string_view keys[] = {"arrangement"};
  const KeyedText keyed = source.keyed(keys);
  const std::vector<std::uint32_t> numbers = source.numbers(keyed.numbers);
  if (numbers.size() != 4 && numbers.size() != 5) {
    source.refuse("a Dragonfly+ is four or five numbers", keyed.numbers);
  }
  Groups groups{numbers[0], numbers[1], numbers[2], numbers[3], {}};
  groups.joined = read_group_ports(groups.spines, groups.ports,
                                   numbers.size() == 5 ? std::optional(numbers[4]) : std::nullopt,
                                   keyed, source);
  source.require_size(groups.router_count());
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
    for (std::uint32_t leaf = 0; leaf < groups.leaves; leaf++) {
      for (std::uint32_t spine = 0; spine < groups.spines; spine++) {
        cables.push_back(
            {group * groups.routers() + leaf, groups.spine(group, spine), local_cable, 1, {}});
      }
    }
    join_to_later_groups(groups.joined, group, global_cable, gate, cables);
  }
  return RouterGraph(static_cast<std::uint32_t>(groups.router_count()), std::move(cables));
}

class DragonflyPlusZone : public RouterZone, public HostLayout {
 public:
  DragonflyPlusZone(std::string zone_name, RouterParts parts, Groups groups)
      : RouterZone(std::move(zone_name), std::move(parts)), groups_(groups) {}

  CableRule cable_rule() const override { return CableRule::ordered; }
  // Up to a spine, then down to a leaf.
  CablePlace place_of(LinkId link) const override {
    const CableSide side = cable_side(link);
    const bool is_global = graph().cables()[side.cable].kind == global_cable;
    if (is_global) return {.place = 2, .is_up = side.is_up, .ends_level = true};
    return {.place = side.is_up ? 0U : 1U, .is_up = side.is_up};
  }
  // One for each group visited, and one where a group is left by another spine than it was entered.
  std::optional<std::uint32_t> channel_count(const WayUse& use) const override {
    if (use.kind == WayKind::minimal) return 2;
    return use.is_diverted ? 5 : 4;
  }
  RoutingSkills skills() const override { return {.valiant = true, .groups = true}; }
  std::uint32_t hosts_per_group() const override { return groups_.leaves * groups_.hosts; }

 protected:
  std::uint32_t way_count(std::uint32_t from, std::uint32_t to) const override {
    const std::uint32_t group = from / groups_.routers();
    const std::uint32_t target = to / groups_.routers();
    if (group == target) return groups_.spines;
    return groups_.joined.way_count(group, target);
  }

  void go_to(Walk& walk, std::uint32_t to, std::uint32_t choice) const override {
    const std::uint32_t group = walk.at() / groups_.routers();
    const std::uint32_t target = to / groups_.routers();
    if (group == target) {
      walk.go(groups_.spine(group, (walk.destination() + choice) % groups_.spines));
    } else {
      const std::uint32_t count = groups_.joined.way_count(group, target);
      std::uint32_t left = (walk.destination() + choice) % count;
      std::uint32_t layer = 0;
      while (!groups_.joined.is_first(group, target, layer) || left-- > 0) layer++;
      walk.go(groups_.gate(group, target, layer));
      walk.go(groups_.gate(target, group, layer));
    }
    walk.go(to);
  }

  std::uint32_t choice_of_way(std::uint32_t from, std::uint32_t to, std::uint32_t host,
                              std::uint32_t number) const override {
    const std::uint32_t count = way_count(from, to);
    return (number + count - host % count) % count;
  }

  // Over another group, by any cable to it and any from it, and any leaf there when two spines own
  // them. Inside a group the minimal ways use all spines already.
  std::uint64_t detour_count(std::uint32_t from, std::uint32_t to) const override {
    if (group_of(from) == group_of(to)) return 0;
    const std::uint64_t layers = groups_.joined.layers();
    return saturating_product(saturating_product(layers * layers, groups_.leaves),
                              groups_.joined.groups - 2);
  }

  // Of leaves, and of spines of the source's group: those of its ways that par looks at.
  void go_detour(Walk& walk, std::uint32_t to, std::uint64_t number) const override {
    const std::uint32_t group = group_of(walk.at());
    const std::uint32_t target = group_of(to);
    const std::uint32_t layers = groups_.joined.layers();
    const std::uint64_t leaf_number = number / layers / layers;
    const std::uint32_t middle = other_than(group, target, 0, leaf_number / groups_.leaves);
    const auto leaf = static_cast<std::uint32_t>(leaf_number % groups_.leaves);
    const auto in = static_cast<std::uint32_t>(number % layers);
    const auto out = static_cast<std::uint32_t>(number / layers % layers);
    go_over_leaf(walk, groups_.gate(group, middle, in), to);
    walk.go(groups_.gate(middle, group, in));
    go_over_leaf(walk, groups_.gate(middle, target, out), middle * groups_.routers() + leaf);
    walk.go(groups_.gate(target, middle, out));
    walk.go(to);
  }

  std::uint32_t group_of(std::uint32_t router) const override { return router / groups_.routers(); }

  std::uint32_t longest_way() const override {
    if (groups_.joined.groups > 1) return 3;
    return groups_.leaves > 1 ? 2 : 0;
  }

 private:
  // From a leaf, or a spine, to a spine of the same group; from another spine over a leaf, the one
  // with the number that `leaf` has in its group.
  void go_over_leaf(Walk& walk, std::uint32_t spine, std::uint32_t leaf) const {
    if (walk.at() == spine) return;
    if (walk.at() % groups_.routers() >= groups_.leaves) {
      walk.go(group_of(walk.at()) * groups_.routers() + leaf % groups_.routers());
    }
    walk.go(spine);
  }

  Groups groups_;
};

std::optional<std::uint64_t> host_count(std::string_view parameters, const Where& where) {
  return parse(parameters, where).host_count();
}

void build(ClusterBuilder& builder) {
  const Groups groups = parse(builder.spec().parameters, builder.where());
  std::vector<std::uint32_t> host_router(groups.host_count());
  for (std::uint32_t host = 0; host < host_router.size(); host++) {
    const std::uint32_t leaf = host / groups.hosts;
    host_router[host] = leaf / groups.leaves * groups.routers() + leaf % groups.leaves;
  }
  RouterParts parts = add_router_parts(
      builder,
      {fmt::format("Dragonfly+ of {} groups of {} leaves and {} spines, {} hosts per leaf, "
                   "{} global ports per spine",
                   groups.joined.groups, groups.leaves, groups.spines, groups.hosts, groups.ports),
       make_graph(groups),
       {"local", "global"},
       std::move(host_router)});
  builder.adopt(std::make_unique<DragonflyPlusZone>(builder.spec().id, std::move(parts), groups));
}

}  // namespace

extern const Topology dragonfly_plus{"df+", "DF+", "df+:2,2,2,2,5", host_count, build};

}  // namespace smpi::models
