// SPDX-License-Identifier: BSD-3-Clause
//
// The one way from a host to another: messages, one-sided operations, locks and accesses to files
// all start their flows here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernel/error.h"
#include "kernel/event_queue.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/network/network.h"
#include "models/network/paired_flows.h"

namespace smpi {

struct Shipment {
  Transfer transfer;            // without its number
  Rank* counted_for = nullptr;  // among whose messages it counts; nullptr: among nobody's
  // Called when the last byte is there; within ship() when sender and receiver are the same rank
  // (MODELS 7).
  kernel::EventHandler done = nullptr;
  void* owner = nullptr;
  std::uint32_t argument = 0;
  models::AnnouncementId announcement = models::no_announcement;
};

// Ends the run when the platform has no route between the hosts: that is bad input, found only when
// the route is used, as to check all pairs before would cost the square of the hosts.
void end_without_route(Simulation& simulation, std::string problem);
// What a flow ends with, behind what tells observers of its end and what cuts it into parts.
struct FlowEnd {
  kernel::EventHandler done;
  void* owner;
};
FlowEnd end_behind(FlowEnd flow);
// A flow that failed, without what tells observers of its end; they are told now.
models::Network::FailedFlow end_watching(const models::Network::FailedFlow& flow);
// Tells observers of the flow, if there are any.
void ship_watched(Simulation& simulation, Shipment shipment);
// The same, of a flow whose latency and bytes count `scale` times, above 0.
void ship_scaled(Simulation& simulation, Shipment shipment, double scale);
// The same, told once the first `share` of its bytes is there, too: below 1 and above 0.
// `first_done` is called with the owner of the shipment.
void ship_in_parts(Simulation& simulation, Shipment shipment, double share,
                   kernel::EventHandler first_done);

[[gnu::always_inline]] inline models::FlowRequest request_of(const Shipment& shipment) {
  const Transfer& transfer = shipment.transfer;
  return {.source = transfer.source,
          .destination = transfer.destination,
          .size_bytes = static_cast<double>(transfer.size_bytes),
          .done = shipment.done,
          .owner = shipment.owner,
          .argument = shipment.argument,
          .announcement = shipment.announcement};
}

// `start` takes a request of the network.
template <class Start>
[[gnu::always_inline]] inline void start_flow_by(Simulation& simulation, const Shipment& shipment,
                                                 Start&& start) {
  const Transfer& transfer = shipment.transfer;
  if (transfer.sender == transfer.receiver) {
    shipment.done(shipment.owner, shipment.argument);
    return;
  }
  std::unique_ptr<std::string> problem;
  try {
    start(request_of(shipment));
    return;
  } catch (const kernel::InputError& error) {
    problem = std::make_unique<std::string>(error.what());
  }
  end_without_route(simulation, std::move(*problem));  // outside the handler: it may switch
}

[[gnu::always_inline]] inline void start_flow(Simulation& simulation, const Shipment& shipment) {
  start_flow_by(simulation, shipment,
                [&](const models::FlowRequest& request) { simulation.network.start(request); });
}

inline void count(const Shipment& shipment) {
  if (shipment.counted_for == nullptr) return;
  RankCounters& counters = shipment.counted_for->counters;
  counters.messages++;
  counters.bytes += static_cast<double>(shipment.transfer.size_bytes);
}

// Inline, so that the parts of a shipment never come to be in memory: it is made for each message.
[[gnu::always_inline]] inline void ship(Simulation& simulation, const Shipment& shipment) {
  count(shipment);
  if (simulation.is_watched) [[unlikely]] {
    ship_watched(simulation, shipment);
  } else {
    start_flow(simulation, shipment);
  }
}

// Two shipments that start at once, from one rank to another and back, as one: false when they must
// be shipped one by one. REQUIRES: nobody watches.
[[gnu::always_inline]] inline bool ship_both(models::PairedFlows& network, const Shipment& there,
                                             const Shipment& back) {
  try {
    if (!network.start_pair(request_of(there), request_of(back))) return false;
  } catch (const kernel::InputError&) {
    return false;  // there is no route: the first of them tells
  }
  count(there);
  count(back);
  return true;
}

}  // namespace smpi
