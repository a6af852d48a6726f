// SPDX-License-Identifier: BSD-3-Clause
//
// Ports from their facts.
#include "models/packet/ports.h"

#include "kernel/error.h"

namespace smpi::models::packet {

Ports::Ports(const std::vector<PortFacts>& facts, std::uint32_t channel_count)
    : ports_(facts.size()), channels_(facts.size() * channel_count), channel_count_(channel_count) {
  SIM_ASSERT(channel_count > 0 && channel_count <= channel_max, "a number of virtual channels");
  for (std::size_t port = 0; port < facts.size(); port++) {
    const PortFacts& given = facts[port];
    SIM_ASSERT(given.far_delay >= 0 && given.far_delay <= no_index, "a delay of a router");
    ports_[port].byte_time = given.byte_time;
    ports_[port].latency = given.latency;
    ports_[port].far_delay = static_cast<std::uint32_t>(given.far_delay);
    ports_[port].is_limited = given.buffer_bytes < unlimited_bytes && !given.is_pipe;
    ports_[port].is_pipe = given.is_pipe;
    for (std::uint32_t channel = 0; channel < channel_count; channel++) {
      channels_[port * channel_count + channel].credits = given.buffer_bytes;
    }
  }
}

}  // namespace smpi::models::packet
