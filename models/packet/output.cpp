// SPDX-License-Identifier: BSD-3-Clause
//
// Outputs: who goes next, and what a grant sets in motion.
#include <algorithm>
#include <bit>

#include "models/packet/partition.h"

namespace smpi::models::packet {

bool Partition::has_work(const Port& port, PortId id) const {
  if (turns_ != nullptr) return !turns_->is_empty(id);
  return port.waiting != 0 || port.first_message != no_index;
}

void Partition::look_at(PortId id) {
  Port& port = ports_[id];
  if (port.is_off) [[unlikely]]
    return;
  if (port.free_at > now_) {
    if (has_work(port, id)) want_wake(id, port, port.free_at);
    return;
  }
  if (port.first_note != no_index) apply_notes(id, port);
  if (turns_ != nullptr) [[unlikely]]
    return serve_in_turns(id, port);
  const Candidate best = choose_by_age(id, port);
  switch (best.kind) {
    case Candidate::Kind::none:
      return wait_for(id, port, best);
    case Candidate::Kind::card:
      if (trains_ == nullptr || !grant_train(id, port)) grant_card(id, port);
      break;
    case Candidate::Kind::waiting:
      grant_waiting(id, port, best.channel);
      break;
  }
  if (has_work(port, id)) want_wake(id, port, port.free_at);
}

void Partition::show_usage(PortId id) {
  watch_->usage_changes(id);
  Port& port = ports_[id];
  if (port.free_at > now_) want_wake(id, port, port.free_at);
}

// Nothing may leave: looks again when that can have changed.
void Partition::wait_for(PortId id, Port& port, const Candidate& best) {
  Picoseconds retry = best.retry;
  if (best.is_starved && port.first_note != no_index) {
    retry = std::min(retry, notes_[port.first_note].time);
  }
  if (retry != never) want_wake(id, port, retry);
}

bool Partition::has_room(PortId id, const Port& port, std::uint8_t channel, std::uint32_t bytes,
                         bool needs_bubble, Candidate& best) const {
  if (!port.is_limited) return true;
  const std::int64_t needed = bytes + (needs_bubble ? full_bytes() : 0);
  if (ports_.channels(id)[channel].credits >= needed) return true;
  best.is_starved = true;
  return false;
}

bool Partition::may_leave(PortId id, const Port& port, const Packet& packet,
                          Candidate& best) const {
  Picoseconds earliest = packet.earliest;
  if (inputs_ != nullptr) [[unlikely]] {
    earliest = std::max(earliest, inputs_->busy_until(packet.input));
  }
  if (earliest > now_) {
    best.retry = std::min(best.retry, earliest);
    return false;
  }
  if (packet.next_hop == no_index || packet.has_room) return true;
  return has_room(id, port, packet.channel, packet.bytes, packet.needs_bubble, best);
}

bool Partition::card_may_leave(PortId id, const Port& port, Candidate& best) const {
  if (port.card_ready > now_) {
    best.retry = std::min(best.retry, port.card_ready);
    return false;
  }
  const Message& message = messages_[port.first_message];
  if (message.is_single_hop) return true;
  const Hop hop = RouteStore::unpack(message.first_hop);
  return has_room(id, port, hop.channel, next_bytes(message), hop.needs_bubble, best);
}

// Of the first packets of the channels and the card's next one the one whose head came first; of
// equals that of the lower channel, and the card last.
Partition::Candidate Partition::choose_by_age(PortId id, const Port& port) const {
  Candidate best;
  const Channel* const channels = ports_.channels(id);
  for (std::uint32_t left = port.waiting; left != 0; left &= left - 1) {
    const auto channel = static_cast<std::uint8_t>(std::countr_zero(left));
    const Packet& packet = packets_[channels[channel].first];
    if (packet.head >= best.head || !may_leave(id, port, packet, best)) continue;
    best.kind = Candidate::Kind::waiting;
    best.head = packet.head;
    best.channel = channel;
  }
  if (port.first_message != no_index && port.card_ready < best.head &&
      card_may_leave(id, port, best)) {
    best.kind = Candidate::Kind::card;
  }
  return best;
}

void Partition::enqueue(PacketId id, PortId at, Port& port) {
  Packet& packet = packets_[id];
  packet.next = no_index;
  if (ports_.counts_load()) {
    PortCounters& counters = ports_.counters(at);
    counters.queued_bytes += packet.bytes;
    counters.most_queued_bytes = std::max(counters.most_queued_bytes, counters.queued_bytes);
  }
  if (turns_ != nullptr) [[unlikely]] {
    Turn& turn = (*turns_)[turns_->find(at, packet.input, packet.input_channel)];
    if (turn.first == no_index) {
      turn.first = id;
    } else {
      packets_[turn.last].next = id;
    }
    turn.last = id;
    return;
  }
  Channel& channel = ports_.channels(at)[packet.channel];
  if (channel.first == no_index) {
    channel.first = id;
    port.waiting |= static_cast<std::uint16_t>(1U << packet.channel);
  } else {
    packets_[channel.last].next = id;
  }
  channel.last = id;
}

void Partition::grant_waiting(PortId id, Port& port, std::uint8_t channel_number) {
  Channel& channel = ports_.channels(id)[channel_number];
  const PacketId packet = channel.first;
  channel.first = packets_[packet].next;
  if (channel.first == no_index) {
    port.waiting &= static_cast<std::uint16_t>(~(1U << channel_number));
  }
  grant(id, port, packet);
}

// A packet that came by another link leaves by this one.
void Partition::grant(PortId id, Port& port, PacketId packet_id) {
  Packet& packet = packets_[packet_id];
  const Picoseconds duration = serialisation(packet.bytes, port.byte_time);
  port.free_at = now_ + duration;
  if (ports_.counts_load()) {
    ports_.counters(id).queued_bytes -= packet.bytes;
    count_grant(id, packet.bytes, duration, now_ - packet.earliest);
  }
  hop_count_++;
  leave_input(packet, duration);
  if (packet.next_hop == no_index) {
    arrived(packet.message, id, now_ + duration + port.last_reach());
    return drop(packet_id);
  }
  if (port.is_limited && !packet.has_room) {
    ports_.channels(id)[packet.channel].credits -= packet.bytes;
  }
  packet.earliest = duration;
  send_head(id, port, packet_id, now_);
}

// The next packet of the card's first message is made, and leaves.
void Partition::grant_card(PortId id, Port& port) {
  const MessageId message_id = port.first_message;
  Message& message = messages_[message_id];
  const std::uint32_t bytes = next_bytes(message);
  const Picoseconds duration = serialisation(bytes, port.byte_time);
  const std::uint32_t number = message.made_packets++;
  message.left_bytes -= bytes - rules_.header_bytes;
  if (ports_.counts_load()) count_grant(id, bytes, duration, now_ - port.card_ready);
  port.free_at = now_ + duration;
  port.card_ready = port.free_at;
  hop_count_++;
  if (message.left_bytes == 0) {
    message.is_complete = true;
    port.first_message = message.next;
    expect_departure(message_id, port.free_at);
  } else if (rules_.injection == Injection::in_turns && message.next != no_index) {
    port.first_message = message.next;
    messages_[port.last_message].next = message_id;
    port.last_message = message_id;
    message.next = no_index;
  }
  if (message.is_single_hop) return arrived(message_id, id, port.free_at + port.last_reach());
  const Hop hop = RouteStore::unpack(message.first_hop);
  if (port.is_limited) ports_.channels(id)[hop.channel].credits -= bytes;
  const PacketId packet = make_packet(message_id, bytes, number);
  packets_[packet].earliest = duration;
  send_head(id, port, packet, now_);
}

void Partition::count_grant(PortId id, std::uint64_t bytes, Picoseconds duration,
                            Picoseconds waited) {
  PortCounters& counters = ports_.counters(id);
  counters.bytes += bytes;
  counters.packets++;
  counters.busy += duration;
  counters.waiting += waited;
}

// Puts the head of a packet on its way to the router at the far end of `from`.
void Partition::send_head(PortId from, const Port& port, PacketId id, Picoseconds departure) {
  Packet& packet = packets_[id];
  packet.input = from;
  packet.input_channel = packet.channel;
  packet.has_room = false;
  packet.hop++;
  const PortId to = RouteStore::unpack(packet.next_hop).port;
  if (!others_.owns(to)) [[unlikely]]
    return cross(id, to, departure + port.reach(), Event::rank_of(EventClass::head, from));
  queue_.push({departure + port.reach(), Event::rank_of(EventClass::head, from), 0, id, to});
}

void Partition::apply_notes(PortId id, Port& port) {
  Channel* const channels = ports_.channels(id);
  while (port.first_note != no_index && notes_[port.first_note].time <= now_) {
    const NoteId note = port.first_note;
    channels[notes_[note].channel].credits += notes_[note].bytes;
    port.first_note = notes_[note].next;
    notes_.give(note);
  }
}

std::int64_t Partition::credits(PortId port, std::uint8_t channel) const {
  std::int64_t bytes = ports_.channels(port)[channel].credits;
  for (NoteId note = ports_[port].first_note; note != no_index; note = notes_[note].next) {
    if (notes_[note].channel == channel) bytes += notes_[note].bytes;
  }
  return bytes;
}

// A credit will be back at a port at `time`. Notes stand in the order of their times, and mostly
// come so.
void Partition::post_note(PortId id, std::uint8_t channel, std::uint32_t bytes, Picoseconds time) {
  Port& port = ports_[id];
  const NoteId note = notes_.take();
  notes_[note] = {time, bytes, no_index, channel};
  if (port.first_note == no_index) {
    port.first_note = port.last_note = note;
  } else if (notes_[port.last_note].time <= time) {
    notes_[port.last_note].next = note;
    port.last_note = note;
  } else {
    NoteId before = no_index;
    NoteId after = port.first_note;
    while (notes_[after].time <= time) {
      before = after;
      after = notes_[after].next;
    }
    notes_[note].next = after;
    (before == no_index ? port.first_note : notes_[before].next) = note;
  }
  if (has_work(port, id)) want_wake(id, port, std::max(time, port.free_at));
}

}  // namespace smpi::models::packet
