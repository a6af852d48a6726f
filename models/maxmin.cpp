// SPDX-License-Identifier: BSD-3-Clause
//
// Progressive filling over all flows.
#include "models/maxmin.h"

#include <algorithm>
#include <limits>

namespace smpi::models {
namespace {
constexpr double tie = 1e-12;  // relative: levels this close are the same level
constexpr double infinity = std::numeric_limits<double>::infinity();
}  // namespace

void MaxMin::set_link(LinkId link, double capacity, SharingPolicy policy) {
  if (links_.size() <= link) links_.resize(link + 1);
  links_[link].capacity = capacity;
  links_[link].policy = policy;
}

void MaxMin::add(FlowIndex flow, std::span<const LinkUse> uses, double bound_level) {
  if (flows_.size() <= flow) flows_.resize(flow + 1);
  flows_[flow] = {{uses.begin(), uses.end()},
                  bound_level,
                  -1,
                  static_cast<std::uint32_t>(active_.size()),
                  false};
  active_.push_back(flow);
  for (const LinkUse& use : uses) links_[use.link].flows.push_back(flow);
}

void MaxMin::remove(FlowIndex flow) {
  for (const LinkUse& use : flows_[flow].uses) {
    std::erase(links_[use.link].flows, flow);
  }
  const std::uint32_t position = flows_[flow].position;
  active_[position] = active_.back();
  flows_[active_[position]].position = position;
  active_.pop_back();
}

double MaxMin::candidate(const Link& link) const {
  double weight = 0;
  double free = link.capacity;
  const auto index = static_cast<LinkId>(&link - links_.data());
  for (const FlowIndex flow : link.flows) {
    double own = 0;
    for (const LinkUse& use : flows_[flow].uses) {
      if (use.link == index) own = use.weight;
    }
    if (link.policy == SharingPolicy::shared) {
      if (flows_[flow].open)
        weight += own;
      else
        free -= own * flows_[flow].level;
    } else if (flows_[flow].open) {
      weight = std::max(weight, own);
    }
  }
  return weight > 0 ? std::max(free, 0.0) / weight : infinity;
}

void MaxMin::settle(FlowIndex flow, double level) {
  flows_[flow].open = false;
  flows_[flow].level = level;
}

void MaxMin::solve() {
  changed_.clear();
  std::vector<double> before(active_.size());
  for (std::size_t i = 0; i < active_.size(); i++) {
    before[i] = flows_[active_[i]].level;
    flows_[active_[i]].open = true;
  }
  for (;;) {
    double smallest = infinity;
    std::vector<double> candidates(links_.size());
    for (std::size_t i = 0; i < links_.size(); i++) {
      smallest = std::min(smallest, candidates[i] = candidate(links_[i]));
    }
    std::vector<FlowIndex> stopped;
    double bound = infinity;
    for (std::size_t i = 0; i < links_.size(); i++) {
      if (candidates[i] > smallest * (1 + tie)) continue;
      for (const FlowIndex flow : links_[i].flows) {
        if (!flows_[flow].open) continue;
        stopped.push_back(flow);
        bound = std::min(bound, flows_[flow].bound_level);
      }
    }
    if (stopped.empty()) break;
    for (const FlowIndex flow : stopped) {
      if (bound >= smallest * (1 - tie))
        settle(flow, smallest);
      else if (flows_[flow].bound_level <= bound * (1 + tie))
        settle(flow, bound);
    }
  }
  for (std::size_t i = 0; i < active_.size(); i++) {
    Flow& flow = flows_[active_[i]];
    if (flow.open) settle(active_[i], flow.bound_level);
    if (flow.level != before[i]) changed_.push_back(active_[i]);
  }
}

double MaxMin::usage(LinkId link) const {
  double sum = 0;
  for (const FlowIndex flow : links_[link].flows) {
    for (const LinkUse& use : flows_[flow].uses) {
      if (use.link == link) sum += use.weight * flows_[flow].level;
    }
  }
  return sum;
}

}  // namespace smpi::models
