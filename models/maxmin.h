// SPDX-License-Identifier: BSD-3-Clause
//
// Weighted max-min sharing of links by flows (MODELS 2).
//
// Everything is said in levels: a flow of penalty P at level v has the rate v / P, and one unit of
// its level takes `weight` = use / P of a link's capacity. Filling raises all levels together; a
// link stops its flows where sum(weight x level) reaches its capacity, a bound stops one flow. So
// flows stopped by one link share one level, which is what the clocks of the network rely on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/network_routes.h"

namespace smpi::models {

using FlowIndex = std::uint32_t;

class MaxMin {
 public:
  void set_link(LinkId link, double capacity, SharingPolicy policy);
  // REQUIRES: `flow` is not in the system.
  void add(FlowIndex flow, std::span<const LinkUse> uses, double bound_level);
  void remove(FlowIndex flow);
  // Recomputes the levels after any number of changes.
  void solve();

  double level(FlowIndex flow) const { return flows_[flow].level; }
  // The flows whose level the last solve() changed.
  const std::vector<FlowIndex>& changed() const { return changed_; }
  // Capacity in use.
  double usage(LinkId link) const;

 private:
  struct Flow {
    std::vector<LinkUse> uses;
    double bound_level = 0;
    double level = 0;
    std::uint32_t position = no_id;  // in active_
    bool open = false;
  };
  struct Link {
    double capacity = 0;
    SharingPolicy policy = SharingPolicy::shared;
    double free = 0;
    double weight = 0;
    std::vector<FlowIndex> flows;
  };
  double candidate(const Link& link) const;
  void settle(FlowIndex flow, double level);

  std::vector<Flow> flows_;
  std::vector<Link> links_;
  std::vector<FlowIndex> active_;
  std::vector<FlowIndex> changed_;
};

}  // namespace smpi::models
