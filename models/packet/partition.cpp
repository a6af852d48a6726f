// SPDX-License-Identifier: BSD-3-Clause
//
// The life of messages and packets outside of outputs, and the loop over events.
#include "models/packet/partition.h"

#include "kernel/error.h"

namespace smpi::models::packet {

Partition::Partition(Ports& ports, const Rules& rules, Paths& paths, Owner& owner,
                     Picoseconds window)
    : ports_(ports),
      rules_(rules),
      paths_(paths),
      owner_(owner),
      ways_differ_(paths.differs_by_packet() && !paths.is_decided_by_routers()),
      routers_decide_(paths.is_decided_by_routers()),
      queue_(window) {
  if (rules.arbiter == Arbiter::round_robin) turns_ = std::make_unique<Turns>(ports.count());
  const bool has_queues = rules.queueing == Queueing::inputs;
  if (has_queues || rules.crossbar_speedup > 0) {
    inputs_ = std::make_unique<Inputs>(ports.count(), ports.channel_count(), has_queues);
  }
  const bool is_plain = turns_ == nullptr && inputs_ == nullptr;
  if (rules.has_trains && is_plain && rules.injection == Injection::in_order) {
    trains_ = std::make_unique<Trains>(ports.count());
  }
}

MessageId Partition::start(Picoseconds time, const Shipment& shipment) {
  const MessageId id = messages_.take();
  if (message_counts_.size() <= shipment.source) message_counts_.resize(shipment.source + 1);
  const std::uint32_t number = message_counts_[shipment.source]++;
  hops_.clear();
  time += paths_.find({.source = shipment.source,
                       .destination = shipment.destination,
                       .size_bytes = shipment.size_bytes,
                       .number = number,
                       .rail = shipment.rail},
                      hops_);
  messages_[id] = {
      .left_bytes = shipment.size_bytes,
      .labels = shipment.labels,
      .size_bytes = shipment.size_bytes,
      .route = routes_.add(hops_),
      .first_hop = RouteStore::pack(hops_.front()),
      .missing_packets = static_cast<std::uint32_t>(packet_count(rules_, shipment.size_bytes)),
      .source = shipment.source,
      .destination = shipment.destination,
      .number = number,
      .rail = shipment.rail,
      .is_single_hop = hops_.size() == 1,
      .wants_departure = shipment.wants_departure};
  if (!others_.is_alone()) look_around(id);
  queue_.push({time, Event::rank_of(EventClass::start, shipment.source), 0, id, 0});
  return id;
}

// Where its way leads, as far as other parts of the network are concerned.
void Partition::look_around(MessageId id) {
  Message& message = messages_[id];
  message.ends_here = others_.owns(hops_.back().port);
  message.crosses = ways_differ_ || routers_decide_ || crosses(message.route);
  if (message.crosses) {  // its packets may come back
    guests_[name_of_guest(message.source, message.number)] = id;
    message.is_named = true;
  }
  if (others_.owns(hops_.front().port)) return;
  throw kernel::InputError("a host sends by a link of another part of the network",
                           {.hint = "run with packet/threads:1"});
}

void Partition::call_at(Picoseconds time, std::uint32_t source, std::uint32_t subject,
                        std::uint32_t object) {
  queue_.push({time, Event::rank_of(EventClass::owner, source), 0, subject, object});
}

void Partition::run_until(Picoseconds limit) {
  while (queue_.next_time() < limit) {
    prefetch();
    handle(queue_.pop());
  }
}

void Partition::run_quietly(Picoseconds now, Picoseconds limit) {
  while (queue_.next_time() < limit) {
    if (queue_.next().is_told() && queue_.next().time > now) return;
    prefetch();
    handle(queue_.pop());
  }
}

// Of events to come: first their packet, port or message; when these are in the cache what they
// refer to; then what that refers to. Most of the time of random traffic on large networks goes
// into waiting for memory.
void Partition::prefetch() const {
  constexpr std::size_t far = 12, middle = 7, near = 3;
  if (const Event* const event = queue_.upcoming(far)) prefetch_things(*event);
  if (const Event* const event = queue_.upcoming(middle)) prefetch_neighbours(*event);
  if (const Event* const event = queue_.upcoming(near)) prefetch_notes(*event);
}

void Partition::prefetch_things(const Event& event) const {
  switch (event.event_class()) {
    case EventClass::head:
      __builtin_prefetch(&packets_[event.subject]);
      __builtin_prefetch(&ports_[event.object]);
      __builtin_prefetch(ports_.channels(event.object));
      break;
    case EventClass::wake:
      __builtin_prefetch(&ports_[event.subject]);
      __builtin_prefetch(ports_.channels(event.subject));
      break;
    case EventClass::delivery:
    case EventClass::departure:
    case EventClass::start:
    case EventClass::pace:
      __builtin_prefetch(&messages_[event.subject]);
      break;
    case EventClass::owner:
      break;
  }
}

void Partition::prefetch_neighbours(const Event& event) const {
  if (event.event_class() == EventClass::head) {
    const Packet& packet = packets_[event.subject];
    __builtin_prefetch(routes_.place(packet.route, packet.hop + 1U));
    __builtin_prefetch(&ports_[packet.input]);
    const Hop hop = RouteStore::unpack(packet.next_hop);
    const PacketId last = ports_.channels(event.object)[hop.channel].last;
    if (last != no_index) __builtin_prefetch(&packets_[last]);
  } else if (event.event_class() == EventClass::wake) {
    const Port& port = ports_[event.subject];
    if (port.first_message != no_index) __builtin_prefetch(&messages_[port.first_message]);
    const Channel* const channels = ports_.channels(event.subject);
    for (std::uint32_t left = port.waiting; left != 0; left &= left - 1) {
      __builtin_prefetch(&packets_[channels[std::countr_zero(left)].first]);
    }
    if (port.first_note != no_index) __builtin_prefetch(&notes_[port.first_note]);
  }
}

void Partition::prefetch_notes(const Event& event) const {
  if (event.event_class() == EventClass::head) {
    const NoteId last = ports_[packets_[event.subject].input].last_note;
    if (last < notes_.most()) __builtin_prefetch(&notes_[last]);
  } else if (event.event_class() == EventClass::wake) {
    const Port& port = ports_[event.subject];
    if (port.waiting == 0) return;
    const Channel* const channels = ports_.channels(event.subject);
    const Packet& packet = packets_[channels[std::countr_zero(port.waiting)].first];
    __builtin_prefetch(&ports_[packet.input]);
    if (packet.next != no_index) __builtin_prefetch(&packets_[packet.next]);
  }
}

void Partition::handle(const Event& event) {
  now_ = event.time;
  event_count_++;
  switch (event.event_class()) {
    case EventClass::head:
      return arrive(event.subject, event.object);
    case EventClass::wake: {
      Port& port = ports_[event.subject];
      if (port.wake_at != event.time) return;  // an earlier one has asked
      port.wake_at = never;
      return serve(event.subject);
    }
    case EventClass::delivery:
      if (trains_ != nullptr && trains_->takes_back(event)) return;
      return deliver(event.subject);
    case EventClass::departure:
      if (trains_ != nullptr && trains_->takes_back(event)) return;
      return tell_departure(event.subject);
    case EventClass::start:
      return begin(event.subject);
    case EventClass::pace:
      return pace(event.subject);
    case EventClass::owner:
      return owner_.due(event.subject, event.object, now_);
  }
}

void Partition::begin(MessageId id) {
  const Message& message = messages_[id];
  if (message.is_cancelled) return forget(id);
  if (ports_[RouteStore::unpack(message.first_hop).port].is_pipe) return pace(id);
  messages_[id].has_begun = true;
  enter_card(id);
}

void Partition::enter_card(MessageId id) {
  const PortId at = RouteStore::unpack(messages_[id].first_hop).port;
  Port& port = ports_[at];
  if (port.first_message == no_index) {
    port.first_message = id;
    port.card_ready = std::max(port.card_ready, now_);
    if (turns_ != nullptr) turns_->find(at, no_index, 0);
  } else {
    messages_[port.last_message].next = id;
  }
  port.last_message = id;
  serve(at);
}

// A packet that its message's card has just begun to send.
PacketId Partition::make_packet(MessageId id, std::uint32_t bytes, std::uint32_t number) {
  const PacketId packet_id = packets_.take();
  const Message& message = messages_[id];
  const Hop hop = RouteStore::unpack(message.first_hop);
  packets_[packet_id] = {.head = now_,
                         .earliest = 0,
                         .message = id,
                         .next = no_index,
                         .route = message.route,
                         .input = no_index,
                         .next_hop = routes_.word(message.route, 1),
                         .bytes = bytes,
                         .number = number & 0xffffffU,
                         .memory = 0,
                         .hop = 0,
                         .input_channel = 0,
                         .channel = hop.channel,
                         .needs_bubble = false,
                         .has_room = false,
                         .has_own_way = false,
                         .is_undecided = routers_decide_};
  if (ways_differ_) take_own_way(packets_[packet_id]);
  if (message.crosses) messages_[id].inside_packets++;
  return packet_id;
}

Trip Partition::trip_of(const Message& message, std::uint32_t packet) const {
  return {.source = message.source,
          .destination = message.destination,
          .size_bytes = message.size_bytes,
          .number = message.number,
          .packet = packet,
          .rail = message.rail};
}

void Partition::take_own_way(Packet& packet) {
  hops_.clear();
  paths_.find(trip_of(messages_[packet.message], packet.number), hops_);
  packet.route = routes_.add(hops_);
  packet.has_own_way = true;
  packet.next_hop = routes_.word(packet.route, 1);
}

// The next packet of a message whose first link has no queue.
void Partition::pace(MessageId id) {
  Message& message = messages_[id];
  if (message.is_cancelled) return abandon(id);
  const PortId at = RouteStore::unpack(message.first_hop).port;
  const Port& port = ports_[at];
  const std::uint32_t bytes = next_bytes(message);
  const Picoseconds duration = serialisation(bytes, port.byte_time);
  message.left_bytes -= bytes - rules_.header_bytes;
  message.is_complete = message.left_bytes == 0;
  if (message.is_complete) {
    expect_departure(id, now_ + duration);
  } else {
    queue_.push({now_ + duration, Event::rank_of(EventClass::pace, message.source), 0, id, 0});
  }
  use_pipe(at, now_, bytes, duration);
  const std::uint32_t number = message.made_packets++;
  if (message.is_single_hop) return arrived(id, at, now_ + duration + port.last_reach());
  const PacketId packet = make_packet(id, bytes, number);
  packets_[packet].earliest = duration;
  send_head(at, port, packet, now_);
}

// The head of a packet has been routed to an output.
void Partition::arrive(PacketId id, PortId at) {
  if (packets_[id].is_undecided) [[unlikely]]
    at = decide(id, at);
  Packet& packet = packets_[id];
  const Port& port = ports_[at];
  packet.head = now_;
  packet.earliest = earliest_departure(rules_, now_, packet.earliest,
                                       serialisation(packet.bytes, port.byte_time));
  const Hop hop = RouteStore::unpack(packet.next_hop);
  packet.channel = hop.channel;
  packet.needs_bubble = hop.needs_bubble;
  packet.next_hop = routes_.word(packet.route, packet.hop + 1U);
  if (port.is_pipe) [[unlikely]]
    return pass_pipe(id, at);
  if (port.is_avoided && inputs_ == nullptr && !passes(messages_[packet.message].route, at))
      [[unlikely]]
    return take_back(id);
  if (inputs_ != nullptr && inputs_->has_queues() && !enter_input(id)) return;
  if (trains_ != nullptr) cut_train(at);
  enqueue(id, at, ports_[at]);
  serve(at);
}

// Asks the router at which a packet is; returns by which port it goes on.
PortId Partition::decide(PacketId id, PortId at) {
  Packet& packet = packets_[id];
  hops_.clear();
  const Decision decision =
      paths_.decide({.trip = trip_of(messages_[packet.message], packet.number),
                     .by = packet.input,
                     .next = at,
                     .bytes = packet.bytes,
                     .memory = static_cast<std::uint8_t>(packet.memory)},
                    *this, hops_);
  packet.is_undecided = !decision.is_last;
  packet.memory = decision.memory;
  if (!decision.is_other) return at;
  if (packet.has_own_way) routes_.release(packet.route);
  packet.route = routes_.add(hops_);
  packet.has_own_way = true;
  packet.has_room = decision.has_room;
  packet.hop = 0;
  packet.next_hop = routes_.word(packet.route, 0);
  return hops_.front().port;
}

std::int64_t Partition::load(PortId port) const {
  const PortCounters& counters = ports_.counters(port);
  std::int64_t bytes = counters.queued_bytes;
  if (!ports_[port].is_limited) return bytes;
  for (std::uint32_t channel = 0; channel < ports_.channel_count(); channel++) {
    bytes += counters.buffer_bytes - ports_.channels(port)[channel].credits;
  }
  for (NoteId note = ports_[port].first_note; note != no_index; note = notes_[note].next) {
    if (notes_[note].time > now_) break;
    bytes -= notes_[note].bytes;
  }
  return bytes;
}

bool Partition::reserve(PortId id, std::uint8_t channel, std::uint32_t bytes) {
  Port& port = ports_[id];
  if (!port.is_limited) return true;
  if (port.first_note != no_index) apply_notes(id, port);
  Channel& ahead = ports_.channels(id)[channel];
  if (ahead.credits < bytes) return false;
  ahead.credits -= bytes;
  return true;
}

void Partition::use_pipe(PortId id, Picoseconds departure, std::uint32_t bytes,
                         Picoseconds duration) {
  if (ports_.counts_load()) count_grant(id, bytes, duration, 0);
  hop_count_++;
  if (watch_ == nullptr) return;
  ports_[id].free_at = std::max(ports_[id].free_at, departure + duration);
  show_usage(id);
}

// It goes on as if nobody else was there.
void Partition::pass_pipe(PacketId id, PortId at) {
  Packet& packet = packets_[id];
  const Port& port = ports_[at];
  const Picoseconds duration = serialisation(packet.bytes, port.byte_time);
  const Picoseconds departure = packet.earliest;
  const Port& from = ports_[packet.input];
  if (from.is_limited) {
    give_back(packet.input, packet.input_channel, packet.bytes,
              departure + duration + from.latency + rules_.credit_delay);
  }
  use_pipe(at, departure, packet.bytes, duration);
  if (packet.next_hop == no_index) {
    arrived(packet.message, at, departure + duration + port.last_reach());
    return drop(id);
  }
  packet.earliest = duration;
  send_head(at, port, id, departure);
}

// Packets of a message are there at `time`, which may be in the future.
void Partition::arrived(MessageId id, PortId last, Picoseconds time, std::uint32_t packet_count) {
  Message& message = messages_[id];
  message.arrival = std::max(message.arrival, time);
  message.missing_packets -= packet_count;
  if (message.missing_packets > 0) return;
  if (is_elsewhere(message.destination)) {
    send_delivery(message, last);
    return forget(id);
  }
  queue_.push({message.arrival, Event::rank_of(EventClass::delivery, last), 0, id, 0});
}

void Partition::deliver(MessageId id) {
  const Message message = messages_[id];
  forget(id);
  if (!message.is_cancelled) owner_.delivered(id, message.labels, now_);
}

void Partition::expect_departure(MessageId id, Picoseconds time) {
  Message& message = messages_[id];
  if (!message.wants_departure) return;
  message.departs = true;
  const PortId by = RouteStore::unpack(message.first_hop).port;
  queue_.push({time, Event::rank_of(EventClass::departure, by), 0, id, 0});
}

// The card has sent all of it.
void Partition::tell_departure(MessageId id) {
  Message& message = messages_[id];
  message.departs = false;
  const Labels labels = message.labels;
  const bool is_cancelled = message.is_cancelled;
  if (message.is_over) forget(id);
  if (!is_cancelled) owner_.departed(labels, now_);
}

void Partition::forget(MessageId id) {
  Message& message = messages_[id];
  message.is_over = true;
  if (message.is_named) guests_.erase(name_of_guest(message.source, message.number));
  message.is_named = false;
  if (message.departs) return;  // it ends with that
  if (message.route != no_index) routes_.release(message.route);
  message.missing_packets = 0;  // shows that nobody has it
  messages_.give(id);
}

void Partition::drop(PacketId id) {
  if (packets_[id].has_own_way) routes_.release(packets_[id].route);
  packets_[id].bytes = 0;  // shows that nobody has it
  packets_.give(id);
}

void Partition::cancel(MessageId id) {
  Message& message = messages_[id];
  message.is_cancelled = true;
  const PortId at = RouteStore::unpack(message.first_hop).port;
  if (trains_ != nullptr && (*trains_)[at].message == id) cut_train(at);
  if (!message.has_begun || message.is_complete) return;  // its next event or packet ends it
  leave_card(at, id);
  abandon(id);
}

// What is left of a cancelled message is not made any more. The record lives as long as packets do.
void Partition::abandon(MessageId id) {
  Message& message = messages_[id];
  message.is_complete = true;
  message.missing_packets -= static_cast<std::uint32_t>(packet_count(rules_, message.left_bytes));
  if (message.missing_packets > 0) return;
  const PortId at = RouteStore::unpack(message.first_hop).port;
  queue_.push(
      {std::max(message.arrival, now_), Event::rank_of(EventClass::delivery, at), 0, id, 0});
}

void Partition::leave_card(PortId at, MessageId id) {
  Port& port = ports_[at];
  MessageId before = no_index;
  for (MessageId each = port.first_message; each != id; each = messages_[each].next) before = each;
  (before == no_index ? port.first_message : messages_[before].next) = messages_[id].next;
  if (port.last_message == id) port.last_message = before;
  if (turns_ != nullptr && port.first_message == no_index) turns_->drop_card(at);
}

}  // namespace smpi::models::packet
