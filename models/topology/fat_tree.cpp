// SPDX-License-Identifier: BSD-3-Clause
//
// D-mod-k in closed form: O(levels) integer operations, no table of nodes.
#include "models/topology/fat_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "models/topology/builder.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

std::uint64_t product(const std::vector<std::uint32_t>& values, std::size_t first,
                      std::size_t last) {
  return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(first),
                         values.begin() + static_cast<std::ptrdiff_t>(last), std::uint64_t{1},
                         saturating_product);
}

}  // namespace

std::uint64_t FatTreeParameters::leaf_count() const {
  return node_count(0);
}

std::uint64_t FatTreeParameters::node_count(std::size_t level) const {
  return saturating_product(product(parents, 0, level), product(children, level, children.size()));
}

std::uint64_t FatTreeParameters::cable_count(std::size_t level) const {
  return saturating_product(saturating_product(node_count(level), parents[level]), cables[level]);
}

FatTreeParameters parse_fat_tree(std::string_view text, const kernel::InputError::Where& where) {
  const TopologyText source{
      text, where,
      "a fat tree is LEVELS;CHILDREN,..;PARENTS,..;CABLES,.. from the leaves up, "
      "such as 2;16,32;1,16;1,1"};
  const std::vector<std::string_view> parts = source.split(text, ';');
  if (parts.size() != 4) source.refuse("a fat tree has four parts separated by ';'", text);
  const std::uint32_t level_count = source.number(parts[0]);
  if (level_count > 16) source.refuse("more than 16 levels in a fat tree", parts[0]);
  FatTreeParameters parameters{source.numbers(parts[1]), source.numbers(parts[2]),
                               source.numbers(parts[3])};
  const std::array<const std::vector<std::uint32_t>*, 3> lists = {
      &parameters.children, &parameters.parents, &parameters.cables};
  for (std::size_t i = 0; i < lists.size(); i++) {
    if (lists[i]->size() != level_count) {
      source.refuse(fmt::format("expected one number for each of the {} levels", level_count),
                    parts[i + 1]);
    }
  }
  check_fat_tree_size(parameters, source);
  return parameters;
}

void check_fat_tree_size(const FatTreeParameters& parameters, const TopologyText& source) {
  std::uint64_t total = parameters.leaf_count();
  for (std::size_t level = 0; level < parameters.level_count(); level++) {
    source.require_size(parameters.node_count(level + 1));
    source.require_size(total += parameters.cable_count(level));
  }
}

FatTreeZone::FatTreeZone(std::string zone_name, FatTreeParameters parameters, CableRange cables,
                         NodeLinks node_links)
    : Zone(std::move(zone_name)),
      parameters_(std::move(parameters)),
      cables_(cables),
      node_links_(node_links) {
  std::uint64_t first_cable = 0;
  std::uint64_t first_node = 0;
  for (std::size_t level = 0; level <= parameters_.level_count(); level++) {
    const bool is_top = level == parameters_.level_count();
    Level entry{};
    entry.subtree = static_cast<std::uint32_t>(product(parameters_.children, 0, level));
    entry.width = static_cast<std::uint32_t>(product(parameters_.parents, 0, level));
    entry.parents = is_top ? 0 : parameters_.parents[level];
    entry.cables = is_top ? 0 : parameters_.cables[level];
    entry.ports = entry.parents * entry.cables;
    entry.first_cable = static_cast<std::uint32_t>(first_cable);
    entry.first_node = static_cast<std::uint32_t>(first_node);
    levels_.push_back(entry);
    if (!is_top) first_cable += parameters_.cable_count(level);
    first_node += parameters_.node_count(level);
  }
}

// The place, among the d * p children of a switch (cable by cable), of the one to go down to.
std::uint32_t FatTreeZone::next_child(std::uint32_t previous, std::uint32_t label,
                                      std::uint32_t from, std::size_t level) const {
  const std::uint32_t cables = levels_[level].cables;
  if (cables == 1) return label;
  const std::uint32_t count = parameters_.children[level];
  const std::uint32_t after = previous + 1;  // 0 at the first switch
  if (previous != no_id && after < count * cables) {
    const std::uint32_t next = after + (label + count - after % count) % count;
    if (next < count * cables) return next;
  }
  return from % cables * count + label;
}

std::uint32_t FatTreeZone::path_count(std::uint32_t from, std::uint32_t to) const {
  std::uint64_t count = 1;
  for (std::size_t level = 0; from != to; level++) {
    count = saturating_product(count, std::uint64_t{levels_[level].ports} * levels_[level].cables);
    from /= parameters_.children[level];
    to /= parameters_.children[level];
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, no_id));
}

template <typename Pick, typename Enter, typename Cross>
void FatTreeZone::follow_from(Node start, std::uint32_t from, std::uint32_t to, Pick pick,
                              Enter enter, Cross cross) const {
  // Up to the lowest level whose subtree holds both; `digits` is a_1..a_l as one number.
  std::array<std::uint32_t, level_max + 1> digits;
  std::array<std::uint32_t, level_max + 1> to_subtree;
  std::size_t level = start.level;
  std::uint32_t from_subtree = start.number / levels_[level].width;
  for (std::size_t below = 0; below <= level; below++) {
    digits[below] = start.number % levels_[level].width % levels_[below].width;
    to_subtree[below] = to / levels_[below].subtree;
  }
  while (from_subtree != to_subtree[level]) {
    const Level& here = levels_[level];
    const std::uint32_t node = digits[level] + here.width * from_subtree;
    const auto port_at = [&](std::uint32_t digit) {
      return (to / here.width + digit) % here.ports;
    };
    const auto link_at = [&](std::uint32_t digit) {
      return cables_.up(here.first_cable + node * here.ports + port_at(digit));
    };
    const std::uint32_t digit = pick(here.ports, port_at(0), link_at);
    enter(here.first_node + node);
    cross(link_at(digit));
    digits[level + 1] = digits[level] + here.width * (port_at(digit) % here.parents);
    from_subtree /= parameters_.children[level];
    to_subtree[level + 1] = to_subtree[level] / parameters_.children[level];
    level++;
  }
  // Down again: same digits, the destination's subtrees.
  std::uint32_t child = no_id;
  while (level > 0) {
    const Level& upper = levels_[level];
    const Level& lower = levels_[level - 1];
    const std::uint32_t children_count = parameters_.children[level - 1];
    const std::uint32_t label = to_subtree[level - 1] - to_subtree[level] * children_count;
    child = next_child(child, label, from, level - 1);
    const std::uint32_t node = digits[level - 1] + lower.width * to_subtree[level - 1];
    const std::uint32_t parent_digit = (digits[level] - digits[level - 1]) / lower.width;
    const auto link_at = [&](std::uint32_t digit) {
      const std::uint32_t cable = (child / children_count + digit) % lower.cables;
      const std::uint32_t port = parent_digit + lower.parents * cable;
      return cables_.down(lower.first_cable + node * lower.ports + port);
    };
    cross(link_at(pick(lower.cables, child / children_count % lower.cables, link_at)));
    enter(upper.first_node + digits[level] + upper.width * to_subtree[level]);
    level--;
  }
  enter(to);
}

bool FatTreeZone::append_path(std::uint32_t from, std::uint32_t to, std::uint32_t choice,
                              RouteBuilder& builder) const {
  if (from == to) {
    if (node_links_.first_loopback != no_id) builder.add(node_links_.first_loopback + from);
    return true;
  }
  follow(
      from, to,
      [&](std::uint32_t radix, std::uint32_t, const auto&) {
        const std::uint32_t digit = choice % radix;
        choice /= radix;
        return digit;
      },
      [&](std::uint32_t node) { add_limiter(builder, node); },
      [&](LinkId link) { builder.add(link); });
  return true;
}

FatTreeZone::Node FatTreeZone::node_above(LinkId link) const {
  const std::uint32_t number = (link - cables_.first) / (cables_.is_split ? 2 : 1);
  if (cables_.is_split && link != cables_.up(number)) return {0, 0};
  std::size_t level = 0;
  while (level + 2 < levels_.size() && number >= levels_[level + 1].first_cable) level++;
  const Level& lower = levels_[level];
  const std::uint32_t node = (number - lower.first_cable) / lower.ports;
  const std::uint32_t port = (number - lower.first_cable) % lower.ports;
  const std::uint32_t digits = node % lower.width + lower.width * (port % lower.parents);
  const std::uint32_t subtree = node / lower.width / parameters_.children[level];
  return {level + 1, digits + levels_[level + 1].width * subtree};
}

void FatTreeZone::climbs(std::uint32_t from, std::uint32_t to, LinkId by,
                         std::vector<LinkId>& links) const {
  const Node start = node_above(by);
  if (start.level == 0 ||
      start.number / levels_[start.level].width == to / levels_[start.level].subtree) {
    return;
  }
  bool is_first = true;
  follow_from(
      start, from, to,
      [&](std::uint32_t radix, std::uint32_t, const auto& link_at) {
        for (std::uint32_t digit = 0; is_first && digit < radix; digit++) {
          links.push_back(link_at(digit));
        }
        is_first = false;
        return 0U;
      },
      [](std::uint32_t) {}, [](LinkId) {});
}

void FatTreeZone::append_climb(std::uint32_t from, std::uint32_t to, LinkId by,
                               std::uint32_t number, RouteBuilder& builder) const {
  bool is_first = true;
  follow_from(
      node_above(by), from, to,
      [&](std::uint32_t, std::uint32_t, const auto&) {
        return std::exchange(is_first, false) ? number : 0U;
      },
      [&](std::uint32_t node) { add_limiter(builder, node); },
      [&](LinkId link) { builder.add(link); });
}

Choice FatTreeZone::walk(std::uint32_t from, std::uint32_t to, WalkRule /*rule*/,
                         std::uint32_t /*deroutes*/, const LinkLoads& loads) const {
  std::uint64_t number = 0;
  std::uint64_t place = 1;
  follow(
      from, to,
      [&](std::uint32_t radix, std::uint32_t, const auto& link_at) -> std::uint32_t {
        if (place > no_id / radix) return 0;  // what a number cannot say stays with D-mod-k
        std::uint32_t best = 0;
        for (std::uint32_t digit = 1; digit < radix; digit++) {
          if (loads.filling(link_at(digit)) < loads.filling(link_at(best))) best = digit;
        }
        number += best * place;
        place *= radix;
        return best;
      },
      [](std::uint32_t) {}, [](LinkId) {});
  return number;
}

std::vector<FatTreeZone::Turn> FatTreeZone::turns(std::uint32_t from, std::uint32_t to,
                                                  const std::vector<std::uint32_t>& digits,
                                                  const IsDead& is_dead) const {
  std::vector<Turn> turns;
  follow(
      from, to,
      [&](std::uint32_t radix, std::uint32_t base, const auto&) {
        turns.push_back({radix, base, false});
        return turns.size() <= digits.size() ? digits[turns.size() - 1] % radix : 0;
      },
      [](std::uint32_t) {}, [&](LinkId link) { turns.back().is_dead = is_dead(link); });
  return turns;
}

// Is there a way without dead links that starts with these digits?
bool FatTreeZone::leads(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& digits,
                        const IsDead& is_dead) const {
  const std::vector<Turn> way = turns(from, to, digits, is_dead);
  const auto dead =
      std::find_if(way.begin(), way.end(), [](const Turn& turn) { return turn.is_dead; });
  if (dead == way.end()) return true;
  if (static_cast<std::size_t>(dead - way.begin()) < digits.size()) return false;
  const std::uint32_t radix = way[digits.size()].radix;
  bool found = false;
  for (std::uint32_t digit = 0; digit < radix && !found; digit++) {
    digits.push_back(digit);
    found = leads(from, to, digits, is_dead);
    digits.pop_back();
  }
  return found;
}

std::optional<Choice> FatTreeZone::around(std::uint32_t from, std::uint32_t to, Choice choice,
                                          const IsDead& is_dead) const {
  if (kind_of(choice) != WayKind::minimal) return std::nullopt;
  std::vector<std::uint32_t> digits;
  std::uint64_t number = 0;
  std::uint64_t place = 1;
  const std::size_t turn_count = turns(from, to, digits, is_dead).size();
  while (digits.size() < turn_count) {
    const Turn turn = turns(from, to, digits, is_dead)[digits.size()];
    const std::uint32_t radix = turn.radix;
    const std::uint32_t base = turn.base;
    const auto leads_by = [&](std::uint32_t digit) {
      digits.push_back(digit);
      const bool leads_there = leads(from, to, digits, is_dead);
      digits.pop_back();
      return leads_there;
    };
    auto digit = static_cast<std::uint32_t>(choice % radix);
    choice /= radix;
    if (!leads_by(digit)) {
      std::vector<std::uint32_t> alive;  // ports, in order
      for (std::uint32_t port = 0; port < radix; port++) {
        if (leads_by((port + radix - base) % radix)) alive.push_back(port);
      }
      if (alive.empty()) return std::nullopt;
      const std::uint32_t old_port = (base + digit) % radix;
      digit = (alive[old_port % alive.size()] + radix - base) % radix;
    }
    digits.push_back(digit);
    if (digit > 0 && place > no_id / radix) return std::nullopt;  // what a number cannot say
    number += digit * place;
    place = saturating_product(place, radix);
  }
  return number;
}

std::uint32_t FatTreeZone::modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const {
  std::uint64_t number = 0;
  std::uint64_t place = 1;
  std::uint32_t from_subtree = from;
  std::uint32_t to_subtree = to;
  for (std::size_t level = 0; from_subtree != to_subtree; level++) {
    const Level& here = levels_[level];
    if (place > no_id / here.ports) break;
    const std::uint32_t wanted = key / here.width % here.ports;
    number += place * ((wanted + here.ports - to / here.width % here.ports) % here.ports);
    place *= here.ports;
    from_subtree /= parameters_.children[level];
    to_subtree /= parameters_.children[level];
  }
  return static_cast<std::uint32_t>(number);
}

CableLinks FatTreeZone::cable_links() const {
  std::uint64_t count = 0;
  for (std::size_t level = 0; level < parameters_.level_count(); level++) {
    count += parameters_.cable_count(level);
  }
  return {cables_.first, cables_.up(parameters_.cable_count(0)), cables_.up(count),
          cables_.is_split};
}

std::uint32_t FatTreeZone::hosts_per_group() const {
  const std::size_t level_count = parameters_.level_count();
  return level_count < 2 ? 0 : levels_[level_count - 1].subtree;
}

// Bisection: half the leaves send to the other half. Every level carries half of its cables' worth
// of it upwards, so the thinnest level decides.
std::optional<Shape> FatTreeZone::shape(const Platform& platform) const {
  const double latency_s = platform.links.latency_s[cables_.first];
  const double cable_bytes_per_s = platform.links.bandwidth_bytes_per_s[cables_.first];
  std::uint64_t switch_count = 0;
  std::uint64_t cable_count = 0;
  std::uint64_t thinnest = parameters_.cable_count(0);
  for (std::size_t level = 0; level < parameters_.level_count(); level++) {
    switch_count += parameters_.node_count(level + 1);
    cable_count += parameters_.cable_count(level);
    thinnest = std::min(thinnest, parameters_.cable_count(level));
  }
  // The lowest level that joins all leaves; levels above it with one child are never used.
  std::size_t top = 0;
  while (levels_[top].subtree < parameters_.leaf_count()) top++;
  Shape shape;
  shape.text = fmt::format("fat tree of {} levels, {} switches, {} cables",
                           parameters_.level_count(), switch_count, cable_count);
  shape.diameter_hops = static_cast<std::uint32_t>(2 * top);
  shape.diameter_latency_s = 2 * static_cast<double>(top) * latency_s;
  shape.bisection_bytes_per_s = static_cast<double>(thinnest) / 2 * cable_bytes_per_s;
  shape.routers = figures();
  return shape;
}

RouterFigures FatTreeZone::figures() const {
  RouterFigures result;
  result.radix_min = no_id;
  for (std::size_t level = 0; level < parameters_.level_count(); level++) {
    result.router_count += static_cast<std::uint32_t>(parameters_.node_count(level + 1));
    result.cables.emplace_back(fmt::format("level{}", level + 1), parameters_.cable_count(level));
    const std::uint32_t ports =
        parameters_.children[level] * parameters_.cables[level] + levels_[level + 1].ports;
    result.radix_min = std::min(result.radix_min, ports);
    result.radix_max = std::max(result.radix_max, ports);
  }
  return result;
}

void build_fat_tree(ClusterBuilder& builder, const FatTreeParameters& parameters) {
  const NodeLinks node_links = builder.add_node_links();
  std::uint64_t switch_count = 0;
  for (std::size_t level = 1; level <= parameters.level_count(); level++) {
    switch_count += parameters.node_count(level);
  }
  builder.add_switches("switch", switch_count);
  builder.has_separate_cables();  // they always are
  const CableRange cables = builder.begin_cables();
  std::uint64_t first_switch = 0;  // of the level above
  std::uint64_t width = 1;         // nodes of a level that share the same leaves
  for (std::size_t level = 0; level < parameters.level_count(); level++) {
    const std::uint64_t ports = parameters.parents[level] * parameters.cables[level];
    const std::string kind = fmt::format("level{}", level + 1);
    const CableKind cable_kind =
        level == 0 ? builder.kind_of({"host", kind}) : builder.kind_of({kind});
    for (std::uint64_t node = 0; node < parameters.node_count(level); node++) {
      for (std::uint64_t port = 0; port < ports; port++) {
        // Digits of the parent: those of the node, and the port's.
        const std::uint64_t parent =
            node % width + width * (port % parameters.parents[level]) +
            width * parameters.parents[level] * (node / width / parameters.children[level]);
        builder.add_cable(
            fmt::format("{}_link_{}.{}_port_{}", builder.spec().id, level, node, port), cable_kind,
            level == 0 ? builder.host_end(node)
                       : builder.switch_end(first_switch - parameters.node_count(level) + node),
            builder.switch_end(first_switch + parent));
      }
    }
    first_switch += parameters.node_count(level + 1);
    width *= parameters.parents[level];
  }
  builder.adopt(std::make_unique<FatTreeZone>(builder.spec().id, parameters, cables, node_links));
}

namespace {

std::optional<std::uint64_t> host_count(std::string_view parameters,
                                        const kernel::InputError::Where& where) {
  return parse_fat_tree(parameters, where).leaf_count();
}

void build(ClusterBuilder& builder) {
  build_fat_tree(builder, parse_fat_tree(builder.spec().parameters, builder.where()));
}

}  // namespace

extern const Topology fat_tree{"fat-tree", "FAT_TREE", "fat-tree:2;16,32;1,16;1,1", host_count,
                               build};

}  // namespace smpi::models
