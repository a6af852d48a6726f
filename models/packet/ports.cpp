// SPDX-License-Identifier: BSD-3-Clause
//
// Ports from their facts.
#include "models/packet/ports.h"

#include "kernel/error.h"

namespace smpi::models::packet {

Ports::Ports(std::size_t count, std::uint32_t channel_count)
    : ports_(count), channels_(count * channel_count), channel_count_(channel_count) {
  SIM_ASSERT(channel_count > 0 && channel_count <= channel_max, "a number of virtual channels");
}

void Ports::set(PortId id, const PortFacts& facts) {
  SIM_ASSERT(facts.far_delay >= 0 && facts.far_delay <= no_index, "a delay of a router");
  Port& port = ports_[id];
  port.byte_time = facts.byte_time;
  port.latency = facts.latency;
  port.far_delay = static_cast<std::uint32_t>(facts.far_delay);
  port.is_limited = facts.buffer_bytes < unlimited_bytes && !facts.is_pipe;
  port.is_pipe = facts.is_pipe;
  port.ends_at_router = facts.ends_at_router;
  if (counts_load()) counters_[id].buffer_bytes = facts.buffer_bytes;
  for (std::uint32_t channel = 0; channel < channel_count_; channel++) {
    channels(id)[channel].credits = facts.buffer_bytes;
  }
}

void Ports::change(PortId id, const PortFacts& facts, bool is_off) {
  ports_[id].byte_time = facts.byte_time;
  ports_[id].latency = facts.latency;
  ports_[id].is_off = is_off;
}

}  // namespace smpi::models::packet
