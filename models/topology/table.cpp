// SPDX-License-Identifier: BSD-3-Clause
//
// One row per topology.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "models/topology/topology.h"

namespace smpi::models {

// Each is defined in the file of its name; k-ary trees and Clos networks are regular trees.
extern const Topology star, fat_tree, kary_tree, clos, torus, mesh, dragonfly;

namespace {
constexpr std::array rows = {&star, &fat_tree, &kary_tree, &clos, &torus, &mesh, &dragonfly};
}

std::span<const Topology* const> topologies() {
  return rows;
}

std::string topology_examples() {
  std::vector<std::string_view> examples;
  for (const Topology* topology : rows) examples.push_back(topology->example);
  return fmt::format("{}", fmt::join(examples, ", "));
}

}  // namespace smpi::models
