// SPDX-License-Identifier: BSD-3-Clause
//
// When messages begin to go around a link that is off: network/reroute-delay after it went off, if
// it is not on again by then.
#pragma once

#include <vector>

#include "kernel/engine.h"
#include "models/network/detours.h"

namespace smpi::models {

class LinkDeaths {
 public:
  // Calls died(owner, link) when a delay is over. The others must outlive this object.
  LinkDeaths(kernel::Engine& engine, const Platform& platform, Detours& detours, double delay_s,
             kernel::EventHandler died, void* owner)
      : engine_(engine),
        platform_(platform),
        detours_(detours),
        delay_s_(delay_s),
        died_(died),
        owner_(owner),
        events_(platform.links.count(), kernel::no_event) {}

  // A link has gone off or come on.
  void link_changed(LinkId link);

 private:
  kernel::Engine& engine_;
  const Platform& platform_;
  Detours& detours_;
  double delay_s_;
  kernel::EventHandler died_;
  void* owner_;
  std::vector<kernel::EventId> events_;  // by link: the end of its delay
};

}  // namespace smpi::models
