// SPDX-License-Identifier: BSD-3-Clause
//
// What carries messages: a packet network, or one of the two models that are cheaper than packets.
// Whoever uses it starts messages, runs it up to a time, and is told what has arrived.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/packet/picoseconds.h"
#include "models/packet/rules.h"
#include "models/platform/ids.h"

namespace smpi::models::packet {

using MessageId = std::uint32_t;
// What whoever sends a message wants to know again when it is there.
using Labels = std::array<std::uint64_t, 2>;

// Which of the rails of its hosts a message takes: one of them, or what the policy says.
inline constexpr std::uint8_t no_rail = 0xff;

struct Shipment {
  HostId source;
  HostId destination;  // another one
  std::uint64_t size_bytes;
  Labels labels{};
  std::uint8_t rail = no_rail;
  bool wants_departure = false;  // Owner::departed() is called
};

// A packet, as its way may depend on it.
struct Trip {
  HostId source;
  HostId destination;
  std::uint64_t size_bytes;  // of its message
  std::uint32_t number;      // of its message, at its source
  std::uint32_t packet = 0;  // in its message
  std::uint8_t rail = no_rail;
};

// What a router knows of its outputs.
class Queues {
 public:
  virtual ~Queues() = default;
  // Bytes that wait for a port, or have left by it and are in the buffers behind it.
  virtual std::int64_t load(PortId port) const = 0;
  // Keeps room for a packet in the buffer behind a port; false: there is none now.
  virtual bool reserve(PortId port, std::uint8_t channel, std::uint32_t bytes) = 0;
};

// A packet whose head is at a router, before it is sent on.
struct Stand {
  Trip trip;
  PortId by;    // on which it came
  PortId next;  // by which it would go
  std::uint32_t bytes;
  std::uint8_t memory;  // what routers before it have left; 0 at first
};

struct Decision {
  bool is_other = false;  // it takes another way, whose hops from here on were appended
  bool is_last = true;    // no router is asked again
  bool has_room = false;  // reserved at the first of the hops
  std::uint8_t memory = 0;
};

// Finds ways. Each part of a network has one of its own, as it may keep buffers.
class Paths {
 public:
  virtual ~Paths() = default;
  // Appends the way of a message that starts now: of its first packet. Returns what its way takes
  // beside the links' latencies. REQUIRES: the hosts differ. Throws InputError when there is no
  // way.
  virtual Picoseconds find(const Trip& trip, std::vector<Hop>& hops) = 0;
  // Does each packet have a way of its own, which find() tells when the packet is made? The first
  // hop is that of the message.
  virtual bool differs_by_packet() const { return false; }
  // Are routers asked?
  virtual bool is_decided_by_routers() const { return false; }
  virtual Decision decide(const Stand& /*stand*/, Queues& /*queues*/, std::vector<Hop>& /*hops*/) {
    return {};
  }
};

// Whoever is told. Calls come in the order of time; of events at one time, in that of their keys
// (bucket_queue.h).
class Owner {
 public:
  virtual ~Owner() = default;
  // All of the message is there, now; its number is free after the call.
  virtual void delivered(MessageId message, const Labels& labels, Picoseconds now) = 0;
  // The card of its source has sent all of it.
  virtual void departed(const Labels& labels, Picoseconds now) = 0;
  // The event of a call to Carrier::call_at().
  virtual void due(std::uint32_t subject, std::uint32_t object, Picoseconds now) = 0;
};

class Division;

class Carrier {
 public:
  virtual ~Carrier() = default;

  // The message starts at `time`, which is not before what has been run. Throws what Paths throws.
  virtual MessageId start(Picoseconds time, const Shipment& shipment) = 0;
  // Drops what has not left; the owner is not told. REQUIRES: the message is not there yet.
  virtual void cancel(MessageId message) = 0;
  // Calls owner.due(subject, object) then, after whatever else happens at that time. Of several the
  // lower `source` comes first.
  virtual void call_at(Picoseconds time, std::uint32_t source, std::uint32_t subject,
                       std::uint32_t object) = 0;

  // `never`: nothing is left to happen.
  virtual Picoseconds next_time() = 0;
  // All events before `limit`.
  virtual void run_until(Picoseconds limit) = 0;
  // The same, but ends before the first event after `now` that the owner is told of.
  virtual void run_quietly(Picoseconds now, Picoseconds limit) = 0;
  // Makes it part `self` of a network that is divided, before the first message. It writes records
  // for the others into outboxes(), by part, and takes theirs; whoever runs the parts empties
  // these.
  virtual void join(const Division& division, std::uint16_t self) = 0;
  virtual std::span<std::vector<std::uint64_t>> outboxes() = 0;
  virtual void take(std::span<const std::uint64_t> records) = 0;
  // Of the last event.
  virtual Picoseconds now() const = 0;
  virtual std::uint64_t event_count() const = 0;
};

}  // namespace smpi::models::packet
