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
// divided into partitions, as long as a router is in one of them. Functions are in seven files:
// messages and the loop (partition.cpp), outputs (output.cpp), turns and inputs (turns.cpp), what
// crosses to other partitions (crossing.cpp); trains are in trains.cpp, links that go off in
// avoidance.cpp, what a state is in state.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "models/packet/bucket_queue.h"
#include "models/packet/carrier.h"
#include "models/packet/pool.h"
#include "models/packet/ports.h"
#include "models/packet/records.h"
#include "models/packet/route_store.h"
#include "models/packet/rules.h"
#include "models/packet/state.h"
#include "models/packet/trains.h"
#include "models/packet/turns.h"
#include "models/platform/ids.h"

namespace smpi::models::packet {

// In one line of the cache.
struct alignas(64) Packet {
  Picoseconds head;      // when its head was routed here
  Picoseconds earliest;  // when it may leave; on the wire: what it took on the link before
  MessageId message;
  PacketId next;  // in its queue
  RouteId route;
  PortId input;            // the link on which it came
  std::uint32_t next_hop;  // packed, after the link that it waits for; no_index: that is the last
  std::uint32_t bytes;
  std::uint32_t number : 24;  // in its message
  std::uint32_t memory : 8;   // of routers that decide on its way
  std::uint16_t hop;
  std::uint8_t input_channel : 4;
  std::uint8_t channel : 4;
  bool needs_bubble : 1;
  bool has_room : 1;      // its place in the next buffer is its own already
  bool has_own_way : 1;   // one that its message does not have
  bool is_undecided : 1;  // the next router is asked
};
static_assert(sizeof(Packet) == 64);

struct Message {
  std::uint64_t left_bytes = 0;  // not yet made into packets
  Picoseconds arrival = 0;       // of the packets so far
  Labels labels{};
  std::uint64_t size_bytes = 0;
  RouteId route = no_index;           // no_index: its packets bring their own
  std::uint32_t first_hop = 0;        // packed
  std::uint32_t missing_packets = 0;  // not yet there
  std::uint32_t made_packets = 0;
  std::uint32_t inside_packets = 0;  // in this part of the network, if it crosses
  MessageId next = no_index;         // in its card's list
  HostId source = 0;
  HostId destination = 0;
  std::uint32_t number = 0;  // among those of its source
  std::uint8_t rail = no_rail;
  bool is_single_hop : 1 = false;
  bool has_begun : 1 = false;  // it is in its card's list, or has been
  bool is_cancelled : 1 = false;
  bool is_complete : 1 = false;  // all is made
  bool wants_departure : 1 = false;
  bool departs : 1 = false;    // its departure is still to be told
  bool is_over : 1 = false;    // but for that
  bool is_named : 1 = false;   // in guests_
  bool crosses : 1 = false;    // some of its way is in other parts
  bool ends_here : 1 = false;  // its last link begins in this part
};
static_assert(sizeof(Message) == 80);

// Whoever wants to know when ports begin or end to send: may have changed, now.
class UsageWatch {
 public:
  virtual ~UsageWatch() = default;
  virtual void usage_changes(PortId port) = 0;
};

class Partition final : public Carrier, private Queues {
 public:
  // `window`: the width of the queue's buckets, best the least time from a grant to a HEAD. All
  // must outlive the partition.
  Partition(Ports& ports, const Rules& rules, Paths& paths, Owner& owner, Picoseconds window);

  MessageId start(Picoseconds time, const Shipment& shipment) override;
  void cancel(MessageId message) override;
  void call_at(Picoseconds time, std::uint32_t source, std::uint32_t subject,
               std::uint32_t object) override;
  Picoseconds next_time() override { return queue_.next_time(); }
  void run_until(Picoseconds limit) override;
  void run_quietly(Picoseconds now, Picoseconds limit) override;
  void join(const Division& division, PartId self) override;
  std::span<std::vector<std::uint64_t>> outboxes() override { return others_.outboxes; }
  void take(std::span<const std::uint64_t> records) override;
  Picoseconds now() const override { return now_; }
  std::uint64_t event_count() const override { return event_count_; }

  // Nothing happens before `now`: what is called next, happens then.
  void advance_to(Picoseconds now) { now_ = std::max(now_, now); }
  // A port has gone on or off, or has other figures.
  void port_changed(PortId port);
  // What waits for a port goes around it, as far as paths know another way.
  void avoid(PortId port);
  // Messages that are not there yet, over a port; the first port of a message's way that is off.
  std::vector<MessageId> messages_over(PortId port) const;
  PortId port_off(MessageId message) const;
  // Tells of each change from idle to busy and back; costs an event more for each packet.
  void watch(UsageWatch* watch) { watch_ = watch; }

  std::uint64_t hop_count() const { return hop_count_; }
  std::size_t messages_under_way() const { return messages_.in_use(); }
  std::size_t packets_under_way() const { return packets_.in_use(); }
  bool has_waiting(PortId port) const { return has_work(ports_[port], port); }
  const Message& message(MessageId id) const { return messages_[id]; }
  // Adds all that what happens next depends on, seen from now(). Between two calls of run_until().
  // REQUIRES: alone, by age, without queues in inputs; no link changes.
  void add_state(const LabelNames& names, Fingerprint& state) const;
  // The same state later, after so many more packets over links.
  void move_later(Picoseconds delay, std::uint64_t hop_count);
  bool is_plain() const {
    return turns_ == nullptr && inputs_ == nullptr && !ways_differ_ && !routers_decide_;
  }

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

  struct Names {
    std::vector<std::uint32_t> of_message;
    std::uint32_t count;
  };
  void add_message(MessageId id, const LabelNames& names, Names& known, Fingerprint& state) const;
  void add_route(RouteId route, Fingerprint& state) const;
  void add_packet(PacketId id, bool is_queued, const LabelNames& names, Names& known,
                  Fingerprint& state) const;
  void add_port(PortId id, const LabelNames& names, Names& known, Fingerprint& state) const;
  void add_event(const Event& event, const LabelNames& names, Names& known,
                 Fingerprint& state) const;

  void handle(const Event& event);
  void prefetch() const;
  void prefetch_things(const Event& event) const;
  void prefetch_neighbours(const Event& event) const;
  void prefetch_notes(const Event& event) const;
  void begin(MessageId id);
  void enter_card(MessageId id);
  void pace(MessageId id);
  void deliver(MessageId id);
  void tell_departure(MessageId id);
  void expect_departure(MessageId id, Picoseconds time);
  void look_around(MessageId id);
  void arrived(MessageId id, PortId last, Picoseconds time, std::uint32_t packet_count = 1);
  void abandon(MessageId id);
  void forget(MessageId id);
  void drop(PacketId id);
  void leave_card(PortId at, MessageId id);
  PacketId make_packet(MessageId id, std::uint32_t bytes, std::uint32_t number);
  Trip trip_of(const Message& message, std::uint32_t packet) const;
  void take_own_way(Packet& packet);
  void arrive(PacketId id, PortId at);
  PortId decide(PacketId id, PortId at);
  std::int64_t load(PortId port) const override;
  bool reserve(PortId port, std::uint8_t channel, std::uint32_t bytes) override;
  void pass_pipe(PacketId id, PortId at);
  void use_pipe(PortId id, Picoseconds departure, std::uint32_t bytes, Picoseconds duration);
  std::uint32_t next_bytes(const Message& message) const {
    return static_cast<std::uint32_t>(
               std::min<std::uint64_t>(message.left_bytes, rules_.payload_bytes)) +
           rules_.header_bytes;
  }
  std::int64_t full_bytes() const {
    return std::int64_t{rules_.payload_bytes} + rules_.header_bytes;
  }

  void serve(PortId id) {
    look_at(id);
    if (watch_ != nullptr) [[unlikely]]
      show_usage(id);
  }
  void look_at(PortId id);
  void show_usage(PortId id);
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
  bool grant_train(PortId id, Port& port);
  void cut_train(PortId id);
  void grant_waiting(PortId id, Port& port, std::uint8_t channel_number);
  void grant(PortId id, Port& port, PacketId packet_id);
  void count_grant(PortId id, std::uint64_t bytes, Picoseconds duration, Picoseconds waited);
  void send_head(PortId from, const Port& port, PacketId id, Picoseconds departure);
  void apply_notes(PortId id, Port& port);
  bool crosses(RouteId route) const;
  void give_back(PortId port, std::uint8_t channel, std::uint32_t bytes, Picoseconds time);
  void cross(PacketId id, PortId to, Picoseconds time, std::uint32_t rank);
  void leave(MessageId id);
  void take_head(RecordReader& reader);
  void take_delivery(RecordReader& reader);
  void send_delivery(const Message& message, PortId last);
  static std::uint64_t name_of_guest(HostId source, std::uint32_t number) {
    return std::uint64_t{source} << 32 | number;
  }
  bool is_elsewhere(HostId host) const {
    return !others_.is_alone() && others_.division->part_of_host(host) != others_.self;
  }
  bool passes(RouteId route, PortId port) const;
  bool turn_away(MessageId id, PortId port);
  void take_back(PacketId id);
  std::vector<PacketId> take_queue(PortId id);
  void post_note(PortId id, std::uint8_t channel, std::uint32_t bytes, Picoseconds time);

  Ports& ports_;
  Rules rules_;
  Paths& paths_;
  Owner& owner_;
  bool ways_differ_;  // by packet
  bool routers_decide_;
  BucketQueue queue_;
  Pool<Packet> packets_;
  Pool<Message> messages_;
  Pool<Note> notes_;
  RouteStore routes_;
  std::unique_ptr<Turns> turns_;    // round robin; null: by age
  std::unique_ptr<Inputs> inputs_;  // queues in inputs, or busy ones; null: neither
  std::unique_ptr<Trains> trains_;  // null: none
  Neighbourhood others_;
  // Messages that are not in this part only, by source and number.
  std::unordered_map<std::uint64_t, MessageId> guests_;
  UsageWatch* watch_ = nullptr;
  std::vector<Hop> hops_;
  std::vector<std::uint32_t> message_counts_;  // by source
  Picoseconds now_ = 0;
  std::uint64_t event_count_ = 0;
  std::uint64_t hop_count_ = 0;
};

}  // namespace smpi::models::packet
