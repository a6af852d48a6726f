// SPDX-License-Identifier: BSD-3-Clause
//
// What is not known of a cluster of which one node was measured, and how far it may be off. Each
// unknown is a standard normal number z; the machine is what its spreads say of all z.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "tools/study/cluster/cable.h"
#include "tools/study/cluster/node.h"

namespace smpi::study::cluster {

enum class Unknown : std::size_t {
  memory,   // bytes per second of the node
  copies,   // messages inside the node, as a share of what the memory allows
  rate,     // what messages get of the cable
  latency,  // of the cable
  message,  // processor time for a message
  core,     // bytes per second that one rank can send
  spread,   // between nodes
  run,      // the run that was measured, if it were repeated
  model,    // what the simulation leaves out
  order,    // N of the run on the cluster, where nobody says it
};
inline constexpr std::size_t unknown_count = 10;
// The first seven change the simulated machine.
inline constexpr std::size_t simulated_count = 7;

using Draw = std::array<double, unknown_count>;

struct UnknownText {
  std::string_view name;
  std::string_view measure;  // what would make it known
};
const UnknownText& text_of(Unknown unknown);

// What is known of the machine before anything is simulated.
struct Knowledge {
  std::uint32_t ranks = 1;  // per node
  Spread memory_bytes_per_s;
  Cable cable;
  Panels panels = {};
  Spread order = {1, 1, 1};  // N of the cluster's run, as a multiple of the one asked about
};

// The standard deviation of nodes' speeds.
double spread_at(double z);
// Standard deviations of the logarithm of the rate.
double run_deviation();
double model_deviation();

// False where an unknown cannot matter: without messages inside nodes, of a cable that was
// calibrated, and so on. `nodes` of the cluster.
bool can_matter(const Knowledge& knowledge, Unknown unknown, std::uint32_t nodes);

// The machine of a draw; flop_s is the caller's.
Node node_at(const Knowledge& knowledge, const Draw& z);
// Of the cable and the copies inside a node.
CableValues cable_at(const Knowledge& knowledge, const Draw& z);

}  // namespace smpi::study::cluster
