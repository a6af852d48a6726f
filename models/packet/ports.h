// SPDX-License-Identifier: BSD-3-Clause
//
// Output ports: what the engine knows and remembers of each directed link.
//
// One line of the cache a port, and 16 bytes for each of its virtual channels. All partitions share
// these arrays; each touches only its own ports. Whoever sends a packet over a link writes nothing
// at its far end: that port learns of it by an event.
#pragma once

#include <cstdint>
#include <vector>

#include "models/packet/carrier.h"
#include "models/packet/huge_vector.h"
#include "models/packet/rules.h"

namespace smpi::models::packet {

using PacketId = std::uint32_t;
using NoteId = std::uint32_t;

struct alignas(64) Port {
  Picoseconds free_at = 0;
  Picoseconds wake_at = never;  // the next event that asks it; `never`: none is pending
  ByteTime byte_time = 0;
  Picoseconds latency = 0;
  Picoseconds card_ready = 0;          // when the card has its next packet ready
  MessageId first_message = no_index;  // of those that the card sends by this port
  MessageId last_message = no_index;
  NoteId first_note = no_index;  // credits on their way back, in the order of their times
  NoteId last_note = no_index;
  std::uint32_t far_delay = 0;  // of the router at its far end, in picoseconds
  std::uint16_t waiting = 0;    // bit c: packets of channel c wait
  bool is_limited : 1 = false;  // the buffers behind it are finite
  bool is_pipe : 1 = false;
  bool is_off : 1 = false;
  bool is_avoided : 1 = false;      // messages go around it
  bool ends_at_router : 1 = false;  // what ends here passes a router, too

  // From the grant of a packet until its head has been routed at the far end.
  Picoseconds reach() const { return latency + far_delay; }
  // From the end of a packet that goes no farther until it is there.
  Picoseconds last_reach() const { return ends_at_router ? reach() : latency; }
};
static_assert(sizeof(Port) == 64);

struct Channel {
  PacketId first = no_index;  // of those that wait
  PacketId last = no_index;
  std::int64_t credits = 0;  // bytes that the buffer behind the link can take
};
static_assert(sizeof(Channel) == 16);

// What a port has done; kept where somebody asked for it.
struct PortCounters {
  std::uint64_t bytes = 0;
  std::uint64_t packets = 0;
  Picoseconds busy = 0;
  Picoseconds waiting = 0;  // of packets that could have left
  std::int64_t queued_bytes = 0;
  std::int64_t most_queued_bytes = 0;
  std::int64_t buffer_bytes = 0;  // of each channel behind it
};

inline constexpr std::uint32_t channel_max = 16;  // the bits of Port::waiting

class Ports {
 public:
  // REQUIRES: 1 to channel_max channels.
  Ports(std::size_t count, std::uint32_t channel_count);
  void set(PortId port, const PortFacts& facts);
  // Other figures, or on or off, during the run. Buffers keep their sizes.
  void change(PortId port, const PortFacts& facts, bool is_off);

  std::size_t count() const { return ports_.size(); }
  std::uint32_t channel_count() const { return channel_count_; }
  Port& operator[](PortId port) { return ports_[port]; }
  const Port& operator[](PortId port) const { return ports_[port]; }
  Channel* channels(PortId port) { return &channels_[std::size_t{port} * channel_count_]; }
  const Channel* channels(PortId port) const {
    return &channels_[std::size_t{port} * channel_count_];
  }
  // REQUIRES: before set().
  void count_load() { counters_.resize(ports_.size()); }
  bool counts_load() const { return !counters_.empty(); }
  PortCounters& counters(PortId port) { return counters_[port]; }
  const PortCounters& counters(PortId port) const { return counters_[port]; }

 private:
  HugeVector<Port> ports_;
  HugeVector<Channel> channels_;
  std::vector<PortCounters> counters_;
  std::uint32_t channel_count_;
};

}  // namespace smpi::models::packet
