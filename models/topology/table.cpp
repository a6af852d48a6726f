// SPDX-License-Identifier: BSD-3-Clause
//
// One row per topology.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "models/topology/topology.h"

namespace smpi::models {

extern const Topology star, fat_tree, torus, mesh, dragonfly, canonical_dragonfly,
    dragonfly_plus;                     // each in the file of its name
extern const Topology kary_tree, clos;  // regular_tree.cpp
extern const Topology hypercube, hyperx, flattened_butterfly, express_mesh;  // hyperx.cpp
extern const Topology slimfly, polarfly, jellyfish, graph_file;

namespace {
constexpr std::array rows = {&star,           &fat_tree,  &kary_tree,
                             &clos,           &torus,     &mesh,
                             &hypercube,      &hyperx,    &flattened_butterfly,
                             &express_mesh,   &dragonfly, &canonical_dragonfly,
                             &dragonfly_plus, &slimfly,   &polarfly,
                             &jellyfish,      &graph_file};
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
