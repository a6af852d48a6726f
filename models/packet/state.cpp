// SPDX-License-Identifier: BSD-3-Clause
//
// The state of a network by its parts, and how it is moved to a later time.
#include "models/packet/state.h"

#include <algorithm>
#include <bit>

#include "models/packet/partition.h"

namespace smpi::models::packet {
namespace {

// Of what lies behind, only that it does.
Picoseconds ahead(Picoseconds time, Picoseconds now) {
  return std::max<Picoseconds>(time - now, 0);
}

}  // namespace

// Adds a message by the number of its first mention; the first time with all that it is.
void Partition::add_message(MessageId id, const LabelNames& names, Names& known,
                            Fingerprint& state) const {
  std::uint32_t& name = known.of_message[id];
  if (name != no_index) return state.add(name);
  name = known.count++;
  state.add(name);
  const Message& message = messages_[id];
  state.add(message.left_bytes);
  state.add_time(ahead(message.arrival, now_));
  for (const std::uint64_t label : names.name_of(message.labels)) state.add(label);
  state.add(message.size_bytes);
  add_route(message.route, state);
  state.add(std::uint64_t{message.missing_packets} << 32 | message.made_packets);
  state.add(std::uint64_t{message.source} << 32 | message.destination);
  state.add(static_cast<std::uint64_t>(message.rail) | message.has_begun << 8 |
            message.is_cancelled << 9 | message.is_complete << 10 | message.wants_departure << 11 |
            message.departs << 12 | message.is_over << 13);
}

void Partition::add_route(RouteId route, Fingerprint& state) const {
  if (route == no_index) return state.add(no_index);
  const std::uint32_t count = routes_.hop_count(route);
  state.add(count);
  for (std::uint32_t hop = 0; hop < count; hop++) state.add(routes_.word(route, hop));
}

void Partition::add_packet(PacketId id, bool is_queued, const LabelNames& names, Names& known,
                           Fingerprint& state) const {
  const Packet& packet = packets_[id];
  add_message(packet.message, names, known, state);
  if (packet.has_own_way) add_route(packet.route, state);
  // On the wire one is not set yet, and the other is a duration.
  state.add_time(is_queued ? packet.head - now_ : 0);
  state.add_time(is_queued ? packet.earliest - now_ : packet.earliest);
  state.add(std::uint64_t{packet.input} << 32 | packet.next_hop);
  state.add(std::uint64_t{packet.bytes} << 32 | packet.number);
  state.add(std::uint64_t{packet.memory} << 32 | std::uint64_t{packet.hop} << 16 |
            std::uint64_t{packet.input_channel} << 12 | std::uint64_t{packet.channel} << 8 |
            packet.needs_bubble | packet.has_room << 1 | packet.has_own_way << 2 |
            packet.is_undecided << 3);
}

void Partition::add_port(PortId id, const LabelNames& names, Names& known,
                         Fingerprint& state) const {
  const Port& port = ports_[id];
  state.add_time(ahead(port.free_at, now_));
  // What waits was ready at a time that counts against others.
  const bool has_card = port.first_message != no_index;
  state.add_time(has_card ? port.card_ready - now_ : ahead(port.card_ready, now_));
  for (MessageId id_of = port.first_message; id_of != no_index; id_of = messages_[id_of].next) {
    add_message(id_of, names, known, state);
  }
  state.add(no_index);
  NoteId note = port.first_note;
  std::array<std::int64_t, channel_max> back{};
  for (; note != no_index && notes_[note].time <= now_; note = notes_[note].next) {
    back[notes_[note].channel] += notes_[note].bytes;
  }
  for (; note != no_index; note = notes_[note].next) {
    state.add_time(notes_[note].time - now_);
    state.add(std::uint64_t{notes_[note].bytes} << 32 | notes_[note].channel);
  }
  for (std::uint32_t number = 0; number < ports_.channel_count(); number++) {
    const Channel& channel = ports_.channels(id)[number];
    state.add(static_cast<std::uint64_t>(channel.credits + back[number]));
    if ((port.waiting >> number & 1) == 0) continue;
    for (PacketId packet = channel.first; packet != no_index; packet = packets_[packet].next) {
      add_packet(packet, true, names, known, state);
    }
    state.add(no_index);
  }
  if (trains_ == nullptr || (*trains_)[id].end <= now_) return;
  const Train& train = (*trains_)[id];
  add_message(train.message, names, known, state);
  state.add_time(train.start - now_);
  state.add(std::uint64_t{train.count} << 32);
  state.add(train.left_bytes);
}

void Partition::add_event(const Event& event, const LabelNames& names, Names& known,
                          Fingerprint& state) const {
  const EventClass event_class = event.event_class();
  if (event_class == EventClass::wake && ports_[event.subject].wake_at != event.time) return;
  if (trains_ != nullptr && trains_->is_withdrawn(event)) return;
  state.add_time(event.time - now_);
  state.add(event.rank);
  switch (event_class) {
    case EventClass::head:
      add_packet(event.subject, false, names, known, state);
      return state.add(event.object);
    case EventClass::wake:
      return;
    case EventClass::owner:
      for (const std::uint64_t label : names.name_of_call(event.subject, event.object)) {
        state.add(label);
      }
      return;
    default:
      return add_message(event.subject, names, known, state);
  }
}

void Partition::add_state(const LabelNames& names, Fingerprint& state) const {
  Names known{.of_message = std::vector<std::uint32_t>(messages_.most(), no_index), .count = 0};
  for (PortId port = 0; port < ports_.count(); port++) add_port(port, names, known, state);
  for (const Event& event : queue_.sorted()) add_event(event, names, known, state);
}

void Partition::move_later(Picoseconds delay, std::uint64_t hop_count) {
  for (PortId id = 0; id < ports_.count(); id++) {
    Port& port = ports_[id];
    port.free_at += delay;
    port.card_ready += delay;
    if (port.wake_at != never) port.wake_at += delay;
    for (NoteId note = port.first_note; note != no_index; note = notes_[note].next) {
      notes_[note].time += delay;
    }
    for (std::uint32_t left = port.waiting; left != 0; left &= left - 1) {
      PacketId packet = ports_.channels(id)[std::countr_zero(left)].first;
      for (; packet != no_index; packet = packets_[packet].next) {
        packets_[packet].head += delay;
        packets_[packet].earliest += delay;
      }
    }
  }
  for (MessageId id = 0; id < messages_.most(); id++) messages_[id].arrival += delay;
  if (trains_ != nullptr) trains_->move_later(delay);
  queue_.move_later(delay);
  now_ += delay;
  hop_count_ += hop_count;
}

}  // namespace smpi::models::packet
