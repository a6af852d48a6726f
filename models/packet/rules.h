// SPDX-License-Identifier: BSD-3-Clause
//
// What a packet network consists of, and the rules by which its parts act. The engine
// (partition.h), and the slow reference simulator of the tests, both work on these.
#pragma once

#include <cstdint>
#include <limits>

#include "models/packet/picoseconds.h"

namespace smpi::models::packet {

// A directed link with the queue before it and the buffers behind it. The links of the platform
// come first, with their own numbers.
using PortId = std::uint32_t;
// Ports whose near ends are one device: they see each other's queues.
using RouterId = std::uint32_t;
inline constexpr std::uint32_t no_index = 0xffffffffU;
inline constexpr std::int64_t unlimited_bytes = std::numeric_limits<std::int64_t>::max() / 4;

struct PortFacts {
  ByteTime byte_time = 0;
  Picoseconds latency = 0;
  Picoseconds far_delay = 0;  // of the router at its far end
  // Of each virtual channel behind it.
  std::int64_t buffer_bytes = unlimited_bytes;
  bool is_pipe = false;  // every packet has it for itself: no queue
  // A host that is a router is at its far end: its delay counts for what ends there, too.
  bool ends_at_router = false;
  RouterId router = 0;      // at its near end
  RouterId far_router = 0;  // at its far end; of the last link of a route nobody asks
};

// One link of a way: which, in which virtual channel, and whether the buffer behind it must have
// room for two packets (bubble flow control).
struct Hop {
  PortId port;
  std::uint8_t channel = 0;
  bool needs_bubble = false;
};

enum class Switching : std::uint8_t { cut_through, store_and_forward };
// Which of the packets that wait for an output goes first: the one whose head came first, or each
// pair of input and channel in turn.
enum class Arbiter : std::uint8_t { age, round_robin };
// Where packets queue: at the outputs, in the order of their arrivals, or in their input buffer,
// where only the first one may ask for its output.
enum class Queueing : std::uint8_t { outputs, inputs };
// Which of the messages of a network card goes next: the oldest, or each for one packet.
enum class Injection : std::uint8_t { in_order, in_turns };

struct Rules {
  std::uint32_t payload_bytes = 4096;  // of a packet, at most; 0: a message is one packet
  std::uint32_t header_bytes = 30;
  Picoseconds credit_delay = 100'000;  // until a credit leaves, once the packet has
  Switching switching = Switching::cut_through;
  Arbiter arbiter = Arbiter::age;
  Queueing queueing = Queueing::outputs;
  Injection injection = Injection::in_order;
  // An input is busy for 1/speed-up of the time of each packet that leaves it; 0: for none.
  double crossbar_speedup = 0;
  // Packets of a message that nobody comes between leave as one event (trains.h).
  bool has_trains = false;
};

// How long an input is busy with a packet that takes `duration` on its output.
inline Picoseconds input_time(const Rules& rules, Picoseconds duration) {
  if (rules.crossbar_speedup <= 0) return 0;
  return std::llround(static_cast<double>(duration) / rules.crossbar_speedup);
}

// Packets of a message; an empty one is one packet of the header.
inline std::uint64_t packet_count(const Rules& rules, std::uint64_t size_bytes) {
  if (size_bytes == 0 || rules.payload_bytes == 0) return 1;
  return (size_bytes + rules.payload_bytes - 1) / rules.payload_bytes;
}

// When a packet that came by a link may leave by another, whose time for it is `own`: its tail must
// not overtake its own bytes. `head` is when its head was routed, `duration` what it took on the
// link before.
inline Picoseconds earliest_departure(const Rules& rules, Picoseconds head, Picoseconds duration,
                                      Picoseconds own) {
  if (rules.switching == Switching::store_and_forward) return head + duration;
  return duration > own ? head + duration - own : head;
}

}  // namespace smpi::models::packet
