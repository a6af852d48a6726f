// SPDX-License-Identifier: BSD-3-Clause
//
// Shadows of flows, and the rounds in which they follow them.
#include "models/network/acknowledgements.h"

#include <algorithm>
#include <cmath>

namespace smpi::models {
namespace {

// Relative changes of a flow's level that its acknowledgements do not follow.
constexpr double tolerance = 1e-10;

}  // namespace

bool Acknowledgements::add(FlowIndex flow, FlowIndex shadow, const Reservation& reserved,
                           double level) {
  const std::size_t size = std::max(flow, shadow) + std::size_t{1};
  if (shadow_of_.size() < size) {
    shadow_of_.resize(size, no_id);
    flow_of_.resize(size, no_id);
    level_.resize(size);
  }
  shadow_of_[flow] = shadow;
  flow_of_[shadow] = flow;
  level_[flow] = level;
  count_++;
  const double bound_level = level * acknowledgement_penalty;
  return maxmin_.add(shadow, reserved.first_use, reserved.use_count, bound_level, reserved.kind);
}

FlowIndex Acknowledgements::remove(FlowIndex flow) {
  if (flow >= shadow_of_.size()) return no_id;
  const FlowIndex shadow = shadow_of_[flow];
  if (shadow == no_id) return no_id;
  maxmin_.remove(shadow);
  shadow_of_[flow] = no_id;
  flow_of_[shadow] = no_id;
  count_--;
  return shadow;
}

bool Acknowledgements::follow_level(FlowIndex flow) {
  if (flow >= shadow_of_.size() || shadow_of_[flow] == no_id) return false;
  const double level = maxmin_.level(flow);
  if (std::abs(level - level_[flow]) <= tolerance * std::max(level, level_[flow])) return false;
  level_[flow] = level;
  maxmin_.set_bound(shadow_of_[flow], level * acknowledgement_penalty);
  return true;
}

bool Acknowledgements::follow_levels() {
  bool any = false;
  for (const FlowIndex flow : maxmin_.moved()) any |= follow_level(flow);
  for (const LinkId link : maxmin_.relevelled()) {
    on_link_.clear();
    maxmin_.flows_on(link, on_link_);
    for (const FlowIndex flow : on_link_) {
      if (maxmin_.bottleneck(flow) == link) any |= follow_level(flow);
    }
  }
  return any;
}

}  // namespace smpi::models
