// SPDX-License-Identifier: BSD-3-Clause
//
// A part of a packet network, or all of it, with its future: the engine.
//
// A message waits at the network card of its host, in a list at the first link of its way. Its
// packets are made one at a time, when that link can take one, so a message of any length is one
// record. A packet that has been granted a link is at the far end, as a HEAD event, one latency and
// one router delay later; there it queues for the next link. An output is asked (serve) when a head
// comes, and by a wake-up when something that it waits for is due: its own end of a packet, a
// credit, a tail. An idle output has no event.
//
//   start -> card list -> serve/grant -> HEAD -> queue of (output, channel) -> serve/grant -> ...
//                              |                                                  |
//                              +-- last link: counted, and `delivered` at the     +-- a note of
//                                  last tail                                          credit back
//
// Everything that happens at a port depends on the events that it gets, in the order of their keys
// (bucket_queue.h), and on nothing else. So the result does not depend on how the network is
// divided into partitions, as long as a router is in one of them. Functions are in four files:
// messages and the loop (partition.cpp), outputs (output.cpp), turns and inputs (turns.cpp), what
// crosses to other partitions (crossing.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/packet/bucket_queue.h"
#include "models/packet/pool.h"
#include "models/packet/ports.h"
#include "models/packet/route_store.h"
#include "models/packet/rules.h"
#include "models/packet/turns.h"
#include "models/platform/ids.h"

namespace smpi::models::packet {

struct Packet {
  Picoseconds head;      // when its head was routed here
  Picoseconds earliest;  // when it may leave; on the wire: what it took on the link before
  MessageId message;
  PacketId next;  // in its queue
  RouteId route;
  PortId input;            // the link on which it came
  std::uint32_t next_hop;  // packed, after the link that it waits for; no_index: that is the last
  std::uint32_t bytes;
  std::uint32_t number;  // in its message
  std::uint16_t hop;
  std::uint8_t input_channel;
  std::uint8_t channel : 4;
  bool needs_bubble : 1;
  bool has_room : 1;     // its place in the next buffer is its own already
  bool has_own_way : 1;  // one that its message does not have
};
static_assert(sizeof(Packet) == 48);

// What somebody wants to be carried. Labels come back when it is there.
struct Shipment {
  HostId source;
  HostId destination;
  std::uint64_t size_bytes;
  std::array<std::uint64_t, 2> labels{};
};

struct Message {
  std::uint64_t left_bytes = 0;  // not yet made into packets
  Picoseconds arrival = 0;       // of the packets so far
  std::array<std::uint64_t, 2> labels{};
  RouteId route = no_index;           // none yet
  std::uint32_t first_hop = 0;        // packed
  std::uint32_t missing_packets = 0;  // not yet delivered
  std::uint32_t made_packets = 0;
  MessageId next = no_index;  // in its card's list
  HostId source = 0;
  HostId destination = 0;
  std::uint32_t number = 0;  // among those of its source
  bool is_single_hop = false;
  bool is_cancelled = false;
  bool is_complete = false;  // all is made
};
static_assert(sizeof(Message) <= 72);

// Finds ways. Each partition has one of its own, as it may keep buffers.
class Paths {
 public:
  virtual ~Paths() = default;
  // Appends the way of a message, or of one of its packets, that starts now. REQUIRES: the hosts
  // differ, and there is a way.
  virtual void find(HostId source, HostId destination, std::uint32_t message_number,
                    std::vector<Hop>& hops) = 0;
};

// Whoever is told what a partition has done. Called in the order of the events' keys.
class Owner {
 public:
  virtual ~Owner() = default;
  // All of the message is there, now. Its record is free after the call.
  virtual void delivered(MessageId id, const Message& message, Picoseconds now) = 0;
  // The event of a call to Partition::call_at().
  virtual void due(std::uint32_t subject, std::uint32_t object, Picoseconds now) = 0;
};

class Partition {
 public:
  // `window`: the width of the queue's buckets, best the least time from a grant to a HEAD. All
  // must outlive the partition.
  Partition(Ports& ports, const Rules& rules, Paths& paths, Owner& owner, Picoseconds window);

  // The message starts at `time`, which is not before what has been run.
  MessageId start(Picoseconds time, const Shipment& shipment);
  // Drops what has not left; `delivered` is not called. REQUIRES: it is not delivered yet.
  void cancel(MessageId message);
  // Calls owner.due(subject, object) then, after whatever else happens at that time. Calls of the
  // lower `source` come first.
  void call_at(Picoseconds time, std::uint32_t source, std::uint32_t subject, std::uint32_t object);

  Picoseconds next_time() { return queue_.next_time(); }
  // All events before `limit`.
  void run_until(Picoseconds limit);
  // The same, but not the first event after `now` that the owner is told of: then it ends.
  void run_quietly(Picoseconds now, Picoseconds limit);
  Picoseconds now() const { return now_; }

  // A link has other facts, or has gone on or off.
  void port_changed(PortId port);

  std::uint64_t event_count() const { return event_count_; }
  std::uint64_t hop_count() const { return hop_count_; }
  std::size_t messages_under_way() const { return messages_.in_use(); }
  std::size_t packets_under_way() const { return packets_.in_use(); }
  const Message& message(MessageId id) const { return messages_[id]; }
  // Of the buffer behind a port, those on their way back included.
  std::int64_t credits(PortId port, std::uint8_t channel) const;

 private:
  struct Note {
    Picoseconds time;
    std::uint32_t bytes;
    NoteId next;
    std::uint32_t channel;
  };
  // What may leave by a port now: a packet that waits, or the card's next one.
  struct Candidate {
    enum class Kind : std::uint8_t { none, waiting, card };
    Kind kind = Kind::none;
    std::uint8_t channel = 0;
    Picoseconds head = never;
    Picoseconds retry = never;  // when to look again if there is none
    bool is_starved = false;    // somebody lacks credits
  };

  void handle(const Event& event);
  void prefetch() const;
  void begin(MessageId id);
  void enter_card(MessageId id);
  void pace(MessageId id);
  void deliver(MessageId id);
  void arrived(MessageId id, PortId last, Picoseconds time);
  void abandon(MessageId id);
  void forget(MessageId id);
  void drop(PacketId id);
  void leave_card(PortId at, MessageId id);
  PacketId make_packet(MessageId id, std::uint32_t bytes, std::uint32_t number);
  void arrive(PacketId id, PortId at);
  void pass_pipe(PacketId id, PortId at);
  std::uint32_t next_bytes(const Message& message) const {
    return static_cast<std::uint32_t>(
               std::min<std::uint64_t>(message.left_bytes, rules_.payload_bytes)) +
           rules_.header_bytes;
  }
  std::int64_t full_bytes() const {
    return std::int64_t{rules_.payload_bytes} + rules_.header_bytes;
  }

  void serve(PortId id);
  void serve_in_turns(PortId id, Port& port);
  void wait_for(PortId id, Port& port, const Candidate& best);
  void want_wake(PortId id, Port& port, Picoseconds time) {
    if (time >= port.wake_at) return;
    port.wake_at = time;
    queue_.push({time, Event::rank_of(EventClass::wake, id), 0, id, 0});
  }
  bool has_work(const Port& port, PortId id) const;
  bool has_room(PortId id, const Port& port, std::uint8_t channel, std::uint32_t bytes,
                bool needs_bubble, Candidate& best) const;
  bool may_leave(PortId id, const Port& port, const Packet& packet, Candidate& best) const;
  bool card_may_leave(PortId id, const Port& port, Candidate& best) const;
  Candidate choose_by_age(PortId id, const Port& port) const;
  void enqueue(PacketId id, PortId at, Port& port);
  bool enter_input(PacketId id);
  void leave_input(const Packet& packet, Picoseconds duration);
  void grant_card(PortId id, Port& port);
  void grant_waiting(PortId id, Port& port, std::uint8_t channel_number);
  void grant(PortId id, Port& port, PacketId packet_id);
  void count_grant(PortId id, std::uint32_t bytes, Picoseconds duration, Picoseconds waited);
  void send_head(PortId from, const Port& port, PacketId id, Picoseconds departure);
  void apply_notes(PortId id, Port& port);
  void post_note(PortId id, std::uint8_t channel, std::uint32_t bytes, Picoseconds time);

  Ports& ports_;
  Rules rules_;
  Paths& paths_;
  Owner& owner_;
  BucketQueue queue_;
  Pool<Packet> packets_;
  Pool<Message> messages_;
  Pool<Note> notes_;
  RouteStore routes_;
  std::unique_ptr<Turns> turns_;    // round robin; null: by age
  std::unique_ptr<Inputs> inputs_;  // queues in inputs, or busy ones; null: neither
  std::vector<Hop> hops_;
  std::vector<std::uint32_t> message_counts_;  // by source
  Picoseconds now_ = 0;
  std::uint64_t event_count_ = 0;
  std::uint64_t hop_count_ = 0;
};

}  // namespace smpi::models::packet
