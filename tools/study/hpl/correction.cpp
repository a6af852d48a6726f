// SPDX-License-Identifier: BSD-3-Clause
//
// Interpolation between measured sizes; beyond them the nearest one holds.
#include "tools/study/hpl/correction.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace smpi::study::hpl {

Correction correction_of(double simulated_s, double closed_s, double compute_s) {
  if (simulated_s >= closed_s) return {.slowdown = simulated_s / closed_s};
  const double messages_s = closed_s - compute_s;
  if (messages_s <= 0) return {};
  return {.shown = std::max(simulated_s - compute_s, 0.0) / messages_s};
}

Costs corrected(const Costs& costs, const Correction& correction) {
  const double of_messages = correction.slowdown * correction.shown;
  return {.flop_s = costs.flop_s * correction.slowdown,
          .word_s = costs.word_s * of_messages,
          .latency_s = costs.latency_s * of_messages};
}

void KnownSizes::add(std::uint32_t nodes, const Correction& correction) {
  by_nodes_[nodes] = correction;
}

bool KnownSizes::are_near(std::uint32_t nodes, double reach) const {
  return std::ranges::any_of(by_nodes_, [&](const auto& known) {
    const double ratio = static_cast<double>(nodes) / known.first;
    return ratio <= reach && 1 / ratio <= reach;
  });
}

Correction KnownSizes::at(std::uint32_t nodes) const {
  const auto above = by_nodes_.lower_bound(nodes);
  if (above == by_nodes_.end()) return std::prev(above)->second;
  if (above == by_nodes_.begin() || above->first == nodes) return above->second;
  const auto below = std::prev(above);
  const double way = std::log(static_cast<double>(above->first) / below->first);
  const double part = std::log(static_cast<double>(nodes) / below->first) / way;
  const auto between = [&](double Correction::*member) {
    return below->second.*member + part * (above->second.*member - below->second.*member);
  };
  return {.slowdown = between(&Correction::slowdown), .shown = between(&Correction::shown)};
}

}  // namespace smpi::study::hpl
