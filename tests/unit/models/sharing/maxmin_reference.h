// SPDX-License-Identifier: BSD-3-Clause
//
// Progressive filling word for word as in MODELS 2, over a whole system at once: slow, and simple
// enough to be believed. The oracle of the incremental solver.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

struct ReferenceLink {
  double capacity;
  SharingPolicy policy;
};

struct ReferenceFlow {
  struct Use {
    LinkId link;
    double use;
  };
  std::vector<Use> uses;
  double penalty;
  double bound;
  double rate = 0;
  bool is_fixed = false;
};

class ReferenceSolver {
 public:
  ReferenceSolver(const std::vector<ReferenceLink>& links, std::vector<ReferenceFlow>& flows)
      : links_(links), flows_(flows) {}

  void solve() {
    for (ReferenceFlow& flow : flows_) flow.is_fixed = false;
    while (fix_lowest()) {
    }
    for (ReferenceFlow& flow : flows_) {
      if (!flow.is_fixed) flow.rate = flow.bound;
    }
  }

 private:
  static constexpr double tie = 1e-11;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  static double use_of(const ReferenceFlow& flow, LinkId link) {
    for (const ReferenceFlow::Use& use : flow.uses) {
      if (use.link == link) return use.use;
    }
    return 0;
  }

  double level(LinkId link) const {
    double remaining = links_[link].capacity;
    double weight = 0;
    double cap = infinity;
    for (const ReferenceFlow& flow : flows_) {
      const double use = use_of(flow, link);
      if (use == 0) continue;
      if (links_[link].policy == SharingPolicy::shared) {
        if (flow.is_fixed) {
          remaining -= use * flow.rate;
        } else {
          weight += use / flow.penalty;
        }
      } else if (!flow.is_fixed) {
        weight = std::max(weight, use / flow.penalty);
      } else if (use * flow.rate >= links_[link].capacity * (1 - tie)) {
        // The link was a bottleneck together with another link: all its flows stop there.
        cap = std::min(cap, flow.rate * flow.penalty);
      }
    }
    return weight > 0 ? std::min(cap, std::max(remaining, 0.0) / weight) : infinity;
  }

  bool fix_lowest() {
    double lowest = infinity;
    std::vector<double> levels(links_.size());
    for (LinkId link = 0; link < links_.size(); link++) {
      lowest = std::min(lowest, levels[link] = level(link));
    }
    if (lowest == infinity) return false;
    std::vector<ReferenceFlow*> stopped;
    double bound_level = infinity;
    for (ReferenceFlow& flow : flows_) {
      const bool is_stopped =
          !flow.is_fixed && std::any_of(flow.uses.begin(), flow.uses.end(), [&](const auto& use) {
            return levels[use.link] <= lowest * (1 + tie);
          });
      if (!is_stopped) continue;
      stopped.push_back(&flow);
      bound_level = std::min(bound_level, flow.bound * flow.penalty);
    }
    const bool is_bounded = bound_level < lowest * (1 - tie);
    for (ReferenceFlow* flow : stopped) {
      if (is_bounded && flow->bound * flow->penalty > bound_level * (1 + tie)) continue;
      flow->rate = is_bounded ? flow->bound : lowest / flow->penalty;
      flow->is_fixed = true;
    }
    return true;
  }

  const std::vector<ReferenceLink>& links_;
  std::vector<ReferenceFlow>& flows_;
};

}  // namespace smpi::models
