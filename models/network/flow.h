// SPDX-License-Identifier: BSD-3-Clause
//
// What the flow model keeps per flow: one line of the cache.
#pragma once

#include <cstdint>

#include "kernel/engine.h"
#include "models/network/routes.h"

namespace smpi::models {

enum class Phase : std::uint8_t {
  unused,
  latency,   // a timer runs
  bounded,   // at its bound: a timer runs
  clocked,   // on the clock of the link that stops it
  stalled,   // on neither: its rate is 0, or known at the end of the instant
  streamed,  // in a stream, which is on a timer or a clock
};

// Its part in streams (streams.h).
enum class Part : std::uint8_t {
  single,  // none
  joins,   // will be a member, if it shares a link when its bandwidth phase begins
  member,  // its stream is on the clock or timer for it
  stream,  // it stands for members
};

struct Flow {
  double work;      // left at anchor_s, while not on a clock
  double anchor_s;  // while stalled, since when
  double level;     // since anchor_s, while not on a clock; before, that of its bound
  kernel::EventHandler done;
  void* owner;
  std::uint32_t argument;
  std::uint32_t serial;  // of its start: those that end at once do so in the order of their starts
  RouteId route;
  std::uint32_t first_use;  // of its route: what admit() needs, without a look at the route
  std::uint16_t use_count;
  Phase phase;
  Part part;
};
static_assert(sizeof(Flow) <= 64);

inline void take_facts(Flow& flow, const RouteFacts& facts) {
  flow.level = facts.bound_level;
  flow.first_use = facts.first_use;
  flow.use_count = static_cast<std::uint16_t>(facts.use_count);
}

}  // namespace smpi::models
