// SPDX-License-Identifier: BSD-3-Clause
//
// The usage of links as observers see it (energy, traces): they hear of a change before the new
// usage is visible, so that they can integrate the old one. Without observers nothing is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "models/network/routes.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {

class UsageReports {
 public:
  // The solver must outlive this object.
  explicit UsageReports(MaxMin& maxmin) : maxmin_(maxmin) {}

  bool is_asked_for() const { return !observers_.empty(); }
  void add_observer(kernel::EventHandler observe, void* owner, std::size_t link_count);
  void tell(LinkId link) const {
    for (const Observer& each : observers_) each.observe(each.owner, link);
  }
  // Tells of all links whose usage has changed since the last time.
  void report();
  double usage_bytes_per_s(LinkId link) const {
    return is_asked_for() ? seen_usage_[link] : maxmin_.usage(link);
  }

 private:
  struct Observer {
    kernel::EventHandler observe;
    void* owner;
  };
  void mark_used(LinkId link);

  MaxMin& maxmin_;
  std::vector<Observer> observers_;
  std::vector<double> seen_usage_;  // by link, as the observers have seen it last
  std::vector<LinkId> used_links_;
  std::vector<std::uint8_t> is_used_;
};

}  // namespace smpi::models
