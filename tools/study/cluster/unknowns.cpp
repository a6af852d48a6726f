// SPDX-License-Identifier: BSD-3-Clause
//
// The spreads that are no cable's: estimates, with what they rest on.
#include "tools/study/cluster/unknowns.h"

#include <cmath>

namespace smpi::study::cluster {
namespace {

// Copies inside a node: caches help small messages, and a library may copy twice or once. Estimate.
constexpr Spread copies_share = {0.5, 1, 2};
// Speeds of Dahu's 64 processors differed by 2.1 % while all were well (examples/reality/data), of
// nodes with two of them by 1.6 %. Others: an estimate.
constexpr Spread node_spread = {0.007, 0.015, 0.03};
// Runs of one configuration on Dahu differ by 0.3 to 1 %.
constexpr double run_sd = 0.007;
// Medians of the error where all parts of a machine were measured are 1.4, 4.0 and 5.2 %
// (docs/validity.md: cooling, sizes, parameters), so 2 to 8 % as standard deviations. The fit to
// the node takes out what is the same on the cluster. The rest: an estimate.
constexpr double model_sd = 0.04;

constexpr std::array<UnknownText, unknown_count> texts = {{
    {"memory of the node", "STREAM on the node, --memory-rate; or a second output of another N"},
    {"copies inside the node", "a ping-pong of two ranks of the node (smpi-calibrate network)"},
    {"rate of the cable",
     "messages between two nodes while their cores compute (smpi-calibrate network)"},
    {"latency", "a ping-pong between two nodes (smpi-calibrate network)"},
    {"processor time of a message",
     "MPI_Send and MPI_Recv between two nodes (smpi-calibrate network)"},
    {"rate of one rank", "long messages between two nodes (smpi-calibrate network)"},
    {"differences between nodes", "HPL on several single nodes"},
    {"the measured run", "the same run again"},
    {"what the model leaves out", "HPL on two nodes, as a second --measured"},
    {"N", "ask whoever made the run for its N"},
}};

// Both of them, as independent ones.
Spread product(const Spread& a, const Spread& b) {
  const double median = a.median * b.median;
  const double low = std::hypot(std::log(a.low / a.median), std::log(b.low / b.median));
  const double high = std::hypot(std::log(a.high / a.median), std::log(b.high / b.median));
  return {median * std::exp(-low), median, median * std::exp(high)};
}

double z_of(const Draw& z, Unknown unknown) {
  return z.at(static_cast<std::size_t>(unknown));
}

}  // namespace

const UnknownText& text_of(Unknown unknown) {
  return texts.at(static_cast<std::size_t>(unknown));
}

double spread_at(double z) {
  return node_spread.at(z);
}
double run_deviation() {
  return run_sd;
}
double model_deviation() {
  return model_sd;
}

bool can_matter(const Knowledge& knowledge, Unknown unknown, std::uint32_t nodes) {
  const Cable& cable = knowledge.cable;
  const bool is_calibrated = !cable.network.empty();
  switch (unknown) {
    case Unknown::memory:
      return !knowledge.memory_bytes_per_s.is_exact();
    case Unknown::copies:
      return knowledge.ranks > 1 && !is_calibrated;
    case Unknown::rate:
    case Unknown::latency:
    case Unknown::message:
      return nodes > 1 && !is_calibrated;
    case Unknown::core:
      return nodes > 1 && !is_calibrated && cable.core_bytes_per_s.low < cable.line_bytes_per_s;
    case Unknown::spread:
      return nodes > 1;
    case Unknown::order:
      return !knowledge.order.is_exact();
    case Unknown::run:
    case Unknown::model:
      return true;
  }
  return true;
}

Node node_at(const Knowledge& knowledge, const Draw& z) {
  return {.ranks = knowledge.ranks,
          .memory_bytes_per_s = knowledge.memory_bytes_per_s.at(z_of(z, Unknown::memory)),
          .loopback_share = copies_share.at(z_of(z, Unknown::copies)),
          .panels = knowledge.panels};
}

CableValues cable_at(const Knowledge& knowledge, const Draw& z) {
  const Node node = node_at(knowledge, z);
  const Cable& cable = knowledge.cable;
  CableValues values{.loopback_bytes_per_s = loopback_bytes_per_s(node),
                     .node_copies_bytes_per_s = node_copies_bytes_per_s(node)};
  if (!cable.network.empty()) return values;
  const double share = std::min(1.0, product(cable.payload, cable.left).at(z_of(z, Unknown::rate)));
  values.bandwidth_bytes_per_s = share * cable.line_bytes_per_s;
  values.latency_s = cable.latency_s.at(z_of(z, Unknown::latency));
  values.message_s = cable.message_s.at(z_of(z, Unknown::message));
  values.core_bytes_per_s = cable.core_bytes_per_s.at(z_of(z, Unknown::core));
  return values;
}

}  // namespace smpi::study::cluster
