// SPDX-License-Identifier: BSD-3-Clause
//
// What a network has under way: for those who make traffic of their own, and must know when nothing
// else goes on, and for reports of runs that stand still.
#pragma once

#include <cstddef>
#include <vector>

#include "models/network/network.h"

namespace smpi::models {

class NetworkActivity {
 public:
  virtual ~NetworkActivity() = default;
  // Flows that have started and not ended, those that wait for a link included.
  virtual std::size_t flow_count() const = 0;
  // Events that these have in the engine's queue. Takes time for each link.
  virtual std::size_t pending_event_count() const = 0;

  // A flow that cannot go on: a link on its way is off, or has no bandwidth.
  struct StandingFlow {
    HostId source;
    HostId destination;
    LinkId link;
    double since_s;             // when the link stopped; 0: it never ran
    kernel::EventHandler done;  // of its request
    void* owner;
  };
  // In the order of the flows' numbers. Looks at all flows and their links.
  virtual std::vector<StandingFlow> standing_flows() const { return {}; }
};

// REQUIRES: the model of the network tells its activity, as every one so far does.
const NetworkActivity& activity_of(const Network& network);

}  // namespace smpi::models
