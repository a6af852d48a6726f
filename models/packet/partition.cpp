// SPDX-License-Identifier: BSD-3-Clause
//
// The life of messages and packets outside of outputs, and the loop over events.
#include "models/packet/partition.h"

#include "kernel/error.h"

namespace smpi::models::packet {

Partition::Partition(Ports& ports, const Rules& rules, Paths& paths, Owner& owner,
                     Picoseconds window)
    : ports_(ports), rules_(rules), paths_(paths), owner_(owner), queue_(window) {
  if (rules.arbiter == Arbiter::round_robin) turns_ = std::make_unique<Turns>(ports.count());
  const bool has_queues = rules.queueing == Queueing::inputs;
  if (has_queues || rules.crossbar_speedup > 0) {
    inputs_ = std::make_unique<Inputs>(ports.count(), ports.channel_count(), has_queues);
  }
}

MessageId Partition::start(Picoseconds time, const Shipment& shipment) {
  const MessageId id = messages_.take();
  if (message_counts_.size() <= shipment.source) message_counts_.resize(shipment.source + 1);
  messages_[id] = {
      .left_bytes = shipment.size_bytes,
      .labels = shipment.labels,
      .missing_packets = static_cast<std::uint32_t>(packet_count(rules_, shipment.size_bytes)),
      .source = shipment.source,
      .destination = shipment.destination,
      .number = message_counts_[shipment.source]++};
  queue_.push({time, Event::rank_of(EventClass::start, shipment.source), 0, id, 0});
  return id;
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
    const Event& next = queue_.next();
    const bool is_told =
        next.event_class() == EventClass::delivery || next.event_class() == EventClass::owner;
    if (is_told && next.time > now) return;
    prefetch();
    handle(queue_.pop());
  }
}

// Of events to come: their port or message, and when they are nearer what these refer to.
void Partition::prefetch() const {
  constexpr std::size_t far = 8, near = 4;
  if (const Event* const event = queue_.upcoming(far)) {
    switch (event->event_class()) {
      case EventClass::head:
        __builtin_prefetch(&packets_[event->subject]);
        __builtin_prefetch(&ports_[event->object]);
        __builtin_prefetch(ports_.channels(event->object));
        break;
      case EventClass::wake:
        __builtin_prefetch(&ports_[event->subject]);
        __builtin_prefetch(ports_.channels(event->subject));
        break;
      case EventClass::delivery:
      case EventClass::start:
      case EventClass::pace:
        __builtin_prefetch(&messages_[event->subject]);
        break;
      case EventClass::owner:
        break;
    }
  }
  const Event* const event = queue_.upcoming(near);
  if (event == nullptr || event->event_class() != EventClass::wake) return;
  const Port& port = ports_[event->subject];
  if (port.first_message != no_index) __builtin_prefetch(&messages_[port.first_message]);
  if (port.waiting == 0) return;
  const PacketId packet = ports_.channels(event->subject)[std::countr_zero(port.waiting)].first;
  __builtin_prefetch(&packets_[packet]);
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
      return deliver(event.subject);
    case EventClass::start:
      return begin(event.subject);
    case EventClass::pace:
      return pace(event.subject);
    case EventClass::owner:
      return owner_.due(event.subject, event.object, now_);
  }
}

void Partition::begin(MessageId id) {
  Message& message = messages_[id];
  if (message.is_cancelled) return forget(id);
  hops_.clear();
  paths_.find(message.source, message.destination, message.number, hops_);
  message.route = routes_.add(hops_);
  message.first_hop = RouteStore::pack(hops_.front());
  message.is_single_hop = hops_.size() == 1;
  if (ports_[hops_.front().port].is_pipe) return pace(id);
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
                         .number = number,
                         .hop = 0,
                         .input_channel = 0,
                         .channel = hop.channel,
                         .needs_bubble = false,
                         .has_room = false,
                         .has_own_way = false};
  return packet_id;
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
  if (!message.is_complete) {
    queue_.push({now_ + duration, Event::rank_of(EventClass::pace, message.source), 0, id, 0});
  }
  if (ports_.counts_load()) count_grant(at, bytes, duration, 0);
  hop_count_++;
  const std::uint32_t number = message.made_packets++;
  if (message.is_single_hop) return arrived(id, at, now_ + duration + port.reach());
  const PacketId packet = make_packet(id, bytes, number);
  packets_[packet].earliest = duration;
  send_head(at, port, packet, now_);
}

// The head of a packet has been routed to an output.
void Partition::arrive(PacketId id, PortId at) {
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
  if (inputs_ != nullptr && inputs_->has_queues() && !enter_input(id)) return;
  enqueue(id, at, ports_[at]);
  serve(at);
}

// It goes on as if nobody else was there.
void Partition::pass_pipe(PacketId id, PortId at) {
  Packet& packet = packets_[id];
  const Port& port = ports_[at];
  const Picoseconds duration = serialisation(packet.bytes, port.byte_time);
  const Picoseconds departure = packet.earliest;
  const Port& from = ports_[packet.input];
  if (from.is_limited) {
    post_note(packet.input, packet.input_channel, packet.bytes,
              departure + duration + from.latency + rules_.credit_delay);
  }
  if (ports_.counts_load()) count_grant(at, packet.bytes, duration, 0);
  hop_count_++;
  if (packet.next_hop == no_index) {
    arrived(packet.message, at, departure + duration + port.reach());
    return drop(id);
  }
  packet.earliest = duration;
  send_head(at, port, id, departure);
}

// A packet of a message is there at `time`, which may be in the future.
void Partition::arrived(MessageId id, PortId last, Picoseconds time) {
  Message& message = messages_[id];
  message.arrival = std::max(message.arrival, time);
  if (--message.missing_packets > 0) return;
  queue_.push({message.arrival, Event::rank_of(EventClass::delivery, last), 0, id, 0});
}

void Partition::deliver(MessageId id) {
  const Message message = messages_[id];
  forget(id);
  if (!message.is_cancelled) owner_.delivered(id, message, now_);
}

void Partition::forget(MessageId id) {
  if (messages_[id].route != no_index) routes_.release(messages_[id].route);
  messages_.give(id);
}

void Partition::drop(PacketId id) {
  if (packets_[id].has_own_way) routes_.release(packets_[id].route);
  packets_.give(id);
}

void Partition::cancel(MessageId id) {
  Message& message = messages_[id];
  message.is_cancelled = true;
  if (message.route == no_index || message.is_complete) return;  // begin() or the packets end it
  const PortId at = RouteStore::unpack(message.first_hop).port;
  if (ports_[at].is_pipe) return;  // pace() ends it
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

void Partition::port_changed(PortId id) {
  Port& port = ports_[id];
  if (!port.is_off && has_work(port, id)) want_wake(id, port, std::max(now_, port.free_at));
}

}  // namespace smpi::models::packet
