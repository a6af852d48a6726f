// SPDX-License-Identifier: BSD-3-Clause
//
// The one way from a host to another: messages, one-sided operations, locks and accesses to files
// all start their flows here.
#pragma once

#include <cstdint>

#include "kernel/event_queue.h"
#include "libsmpi/runtime/observers.h"

namespace smpi {

class Simulation;

struct Shipment {
  Transfer transfer;            // without its number
  Rank* counted_for = nullptr;  // among whose messages it counts; nullptr: among nobody's
  // Called when the last byte is there; within ship() when sender and receiver are the same rank
  // (MODELS 7).
  kernel::EventHandler done = nullptr;
  void* owner = nullptr;
  std::uint32_t argument = 0;
};

// Ends the run when the platform has no route between the hosts: that is bad input, found only when
// the route is used, as to check all pairs before would cost the square of the hosts.
void ship(Simulation& simulation, const Shipment& shipment);

}  // namespace smpi
