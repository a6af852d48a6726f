// SPDX-License-Identifier: BSD-3-Clause
//
// The table of policies, the short ones, and the order of steps: nodes, order, fill.
#include "libsmpi/run/placement/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <numeric>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "libsmpi/run/placement/by_matrix.h"
#include "libsmpi/run/placement/curves.h"
#include "libsmpi/run/placement/grid_policy.h"
#include "libsmpi/run/placement/layout.h"
#include "libsmpi/run/placement/rankfile.h"
#include "libsmpi/run/placement/task.h"

namespace smpi::placement {

enum class ArgumentKind : std::uint8_t { none, seed, shape, file, file_and_slots, other_option };

struct Policy {
  std::string_view name;
  std::string_view form;  // with its argument
  std::string_view help;
  ArgumentKind argument;
  // Fills in the hosts of the ranks.
  void (*place)(const PlacementTask& task, PlacedRanks& placed);
  std::uint32_t slots = 0;  // of a host, unless the user says; 0: its cores
};

namespace {

[[noreturn]] void refuse(const Placement& placement, const std::string& message,
                         const std::string& hint) {
  throw kernel::InputError(message, {.text = placement.text, .hint = hint});
}

std::uint64_t seed_of(const Placement& placement) {
  std::uint64_t seed = 0;
  const std::string& text = placement.argument;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) {
    refuse(placement, "the seed of a placement is a whole number",
           fmt::format("{}:1", placement.policy->name));
  }
  return seed;
}

// Every slot of a node, then those of the next node.
void fill_blocks(std::span<const Node> nodes, std::uint32_t rank_count, PlacedRanks& placed) {
  while (placed.host_of_rank.size() < rank_count) {
    for (const Node& node : nodes) {
      const std::size_t missing = rank_count - placed.host_of_rank.size();
      placed.host_of_rank.insert(placed.host_of_rank.end(),
                                 std::min<std::size_t>(node.slots, missing), node.host);
    }
  }
}

void place_cyclic(const PlacementTask& task, PlacedRanks& placed) {
  std::uint32_t most = 0;
  for (const Node& node : task.nodes) most = std::max(most, node.slots);
  while (placed.host_of_rank.size() < task.rank_count) {
    for (std::uint32_t round = 0; round < most; round++) {
      for (const Node& node : task.nodes) {
        if (round >= node.slots) continue;
        placed.host_of_rank.push_back(node.host);
        if (placed.host_of_rank.size() == task.rank_count) return;
      }
    }
  }
}

void place_by_name(const PlacementTask& task, PlacedRanks& placed) {
  PlacementTask ordered = task;
  const models::NameTable& names = task.platform.hosts.name;
  std::stable_sort(
      ordered.nodes.begin(), ordered.nodes.end(),
      [&](const Node& left, const Node& right) { return names[left.host] < names[right.host]; });
  place_cyclic(ordered, placed);
}

void place_random(const PlacementTask& task, PlacedRanks& placed) {
  std::vector<Node> nodes = task.nodes;
  kernel::shuffle(nodes, kernel::named_stream(seed_of(task.placement), "placement/random"));
  fill_blocks(nodes, task.rank_count, placed);
}

void place_random_ranks(const PlacementTask& task, PlacedRanks& placed) {
  place_block(task, placed);
  kernel::shuffle(placed.host_of_rank,
                  kernel::named_stream(seed_of(task.placement), "placement/random-ranks"));
}

template <auto positions>
void place_along_curve(const PlacementTask& task, PlacedRanks& placed) {
  const GridPlaces grid = require_grid(task);
  const std::vector<std::uint32_t> position_of = positions(grid.sizes);
  std::vector<std::size_t> order(task.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return position_of[grid.point_of[left]] < position_of[grid.point_of[right]];
  });
  std::vector<Node> nodes;
  for (const std::size_t i : order) nodes.push_back(task.nodes[i]);
  fill_blocks(nodes, task.rank_count, placed);
}

void place_by_groups(const PlacementTask& task, PlacedRanks& placed) {
  const std::vector<std::uint32_t> group_of = group_of_hosts(task.platform, hosts_of(task.nodes));
  if (group_of.empty()) {
    refuse(task.placement, "this platform has no groups of hosts",
           "pods of fat trees, groups of dragonflies and zones of a platform file are groups");
  }
  std::vector<std::vector<Node>> groups(1 + *std::max_element(group_of.begin(), group_of.end()));
  for (std::size_t i = 0; i < group_of.size(); i++) groups[group_of[i]].push_back(task.nodes[i]);
  std::vector<Node> nodes;
  for (std::size_t round = 0; nodes.size() < task.nodes.size(); round++) {
    for (const std::vector<Node>& group : groups) {
      if (round < group.size()) nodes.push_back(group[round]);
    }
  }
  fill_blocks(nodes, task.rank_count, placed);
}

constexpr Policy policies[] = {
    {"block", "block", "fills host after host", ArgumentKind::none, place_block},
    {"cyclic", "cyclic", "one rank to each host in turn", ArgumentKind::none, place_cyclic},
    {"names", "names", "one rank to each host in turn, by their names as text, as SimGrid does",
     ArgumentKind::none, place_by_name, 1},
    {"random", "random:SEED", "shuffles the hosts, then block", ArgumentKind::seed, place_random},
    {"random-ranks", "random-ranks:SEED", "block, then shuffles the ranks", ArgumentKind::seed,
     place_random_ranks},
    {"snake", "snake", "hosts of a grid row by row, every other row backwards, then block",
     ArgumentKind::none, place_along_curve<snake_positions>},
    {"hilbert", "hilbert", "hosts of a grid along Hilbert's curve, then block", ArgumentKind::none,
     place_along_curve<hilbert_positions>},
    {"group-cyclic", "group-cyclic", "one host of each group or pod in turn, then block",
     ArgumentKind::none, place_by_groups},
    {"grid", "grid:PxQ", "blocks of a process grid onto a grid of hosts", ArgumentKind::shape,
     place_process_grid},
    {"comm", "comm:FILE", "near to each other who sends much: a file of --comm-matrix",
     ArgumentKind::file_and_slots, place_by_matrix},
    {"rankfile", "rankfile:FILE", "lines such as rank 3=host-7", ArgumentKind::file,
     place_by_rankfile},
    {"hostfile", "hostfile", "the hosts of --hostfile in its order (block)",
     ArgumentKind::other_option, place_block},
};

const Policy& find_policy(std::string_view name, const std::string& text) {
  std::vector<std::string_view> names;
  for (const Policy& policy : policies) {
    if (policy.name == name) return policy;
    names.push_back(policy.name);
  }
  std::string hint = kernel::did_you_mean(name, names);
  if (!hint.empty()) hint += ' ';
  hint += "there are ";
  for (const Policy& policy : policies) {
    hint += fmt::format("{}{}", &policy == std::begin(policies) ? "" : ", ", policy.form);
  }
  throw kernel::InputError("unknown placement", {.text = text, .hint = hint});
}

std::uint32_t parse_slots(const Placement& placement, std::string_view text) {
  std::uint32_t slots = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), slots);
  if (error != std::errc() || end != text.data() + text.size() || slots == 0 || slots > 1U << 20) {
    refuse(placement, fmt::format("wrong number of ranks per host '{}'", text),
           fmt::format("{}:2 puts two ranks on each host", placement.policy->form));
  }
  return slots;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Splits "[ARGUMENT][:SLOTS]" as the policy wants it.
void parse_rest(Placement& placement, std::string_view rest) {
  const ArgumentKind kind = placement.policy->argument;
  const std::size_t colon = rest.rfind(':');
  if (kind == ArgumentKind::file) {
    placement.argument = rest;
  } else if (kind == ArgumentKind::file_and_slots) {
    const bool has_slots = colon != std::string_view::npos && is_number(rest.substr(colon + 1));
    placement.argument = has_slots ? rest.substr(0, colon) : rest;
    if (has_slots) placement.slots = parse_slots(placement, rest.substr(colon + 1));
  } else if (kind == ArgumentKind::none || kind == ArgumentKind::other_option) {
    if (!rest.empty()) placement.slots = parse_slots(placement, rest);
    return;
  } else {
    placement.argument = rest.substr(0, rest.find(':'));
    if (placement.argument.size() < rest.size()) {
      placement.slots = parse_slots(placement, rest.substr(placement.argument.size() + 1));
    }
  }
  if (placement.argument.empty()) {
    refuse(placement, "this placement needs more", std::string(placement.policy->form));
  }
}

}  // namespace

void place_block(const PlacementTask& task, PlacedRanks& placed) {
  fill_blocks(task.nodes, task.rank_count, placed);
}

bool Placement::is_hostfile() const {
  return policy != nullptr && policy->argument == ArgumentKind::other_option;
}

bool Placement::names_hosts() const {
  return policy != nullptr && policy->argument == ArgumentKind::file;
}

std::vector<models::HostId> hosts_of(std::span<const Node> nodes) {
  std::vector<models::HostId> hosts;
  for (const Node& node : nodes) hosts.push_back(node.host);
  return hosts;
}

GridPlaces require_grid(const PlacementTask& task) {
  auto grid = grid_places(task.platform, hosts_of(task.nodes));
  if (!grid) {
    refuse(task.placement, "the hosts of this platform have no coordinates",
           "tori, meshes, hypercubes, HyperX and express meshes have them");
  }
  return *std::move(grid);
}

std::vector<Node> all_nodes(const models::Platform& platform) {
  std::vector<Node> nodes;
  for (std::size_t host = 0; host < platform.hosts.count(); host++) {
    nodes.push_back({static_cast<models::HostId>(host), platform.hosts.core_count[host]});
  }
  return nodes;
}

Placement parse_placement(const std::string& text) {
  Placement placement;
  placement.text = text;
  const std::size_t colon = text.find(':');
  placement.policy = &find_policy(std::string_view(text).substr(0, colon), text);
  parse_rest(placement, colon == std::string::npos ? "" : std::string_view(text).substr(colon + 1));
  const ArgumentKind kind = placement.policy->argument;
  if (kind == ArgumentKind::seed) seed_of(placement);
  if (kind == ArgumentKind::shape) parse_process_grid(placement);
  return placement;
}

std::string describe_policies() {
  std::string text;
  for (const Policy& policy : policies) {
    text += fmt::format("  {:<18} {}\n", policy.form, policy.help);
  }
  return text;
}

PlacedRanks place_ranks(const Placement& placement, const models::Platform& platform,
                        std::vector<Node> nodes, std::optional<std::uint32_t> rank_count) {
  std::uint64_t slot_count = 0;
  for (Node& node : nodes) {
    if (placement.policy->slots > 0) node.slots = placement.policy->slots;
    node.slots = placement.slots.value_or(node.slots);
    slot_count += node.slots;
  }
  PlacementTask task{.placement = placement,
                     .platform = platform,
                     .nodes = std::move(nodes),
                     .is_count_given = rank_count.has_value(),
                     .rank_count = rank_count.value_or(static_cast<std::uint32_t>(slot_count))};
  PlacedRanks placed;
  placement.policy->place(task, placed);
  placed.slots_reused = placed.host_of_rank.size() > slot_count;
  return placed;
}

}  // namespace smpi::placement
