// SPDX-License-Identifier: BSD-3-Clause
//
// What leaves a part of a network for another one, and what comes in.
//
// A packet that crosses takes its way and what its message is along. The part that it enters keeps
// a record of the message, a guest, as long as packets of it are inside. Which packets of a message
// are there is counted where its last link begins; when all are, its delivery goes to the part of
// its destination, as a record if that is another one.
#include "kernel/error.h"
#include "models/packet/partition.h"

namespace smpi::models::packet {
namespace {

constexpr std::uint64_t undecided_bit = 1, room_bit = 2;

}  // namespace

void Partition::join(const Division& division, PartId self) {
  others_.division = &division;
  others_.self = self;
  others_.outboxes.resize(division.part_count());
}

// Is some port of the way in another part?
bool Partition::crosses(RouteId route) const {
  for (std::uint32_t hop = 0; hop < routes_.hop_count(route); hop++) {
    if (!others_.owns(routes_.hop(route, hop).port)) return true;
  }
  return false;
}

void Partition::cross(PacketId id, PortId to, Picoseconds time, std::uint32_t rank) {
  const Packet& packet = packets_[id];
  const Message& message = messages_[packet.message];
  {
    RecordWriter record(others_.outbox_of_port(to), time, rank, RecordKind::head);
    record.put(to, packet.input);
    record.put(packet.bytes, packet.number << 8 | packet.memory);
    record.put(static_cast<std::uint64_t>(packet.earliest));
    record.put((packet.is_undecided ? undecided_bit : 0) | (packet.has_room ? room_bit : 0) |
               static_cast<std::uint64_t>(packet.input_channel) << 8 |
               static_cast<std::uint64_t>(message.rail) << 16);
    record.put(message.source, message.destination);
    record.put(message.number);
    record.put(message.size_bytes);
    for (const std::uint64_t label : message.labels) record.put(label);
    const std::uint32_t hop_count = routes_.hop_count(packet.route);
    for (std::uint32_t hop = packet.hop; hop < hop_count; hop++) {
      record.put(routes_.word(packet.route, hop));
    }
  }
  const MessageId owner = packet.message;
  drop(id);
  leave(owner);
}

// A credit goes back to a port, which may be in another part.
void Partition::give_back(PortId port, std::uint8_t channel, std::uint32_t bytes,
                          Picoseconds time) {
  if (others_.owns(port)) return post_note(port, channel, bytes, time);
  RecordWriter record(others_.outbox_of_port(port), time, 0, RecordKind::note);
  record.put(port, bytes);
  record.put(channel);
}

// A packet of a message that crosses is not inside any more.
void Partition::leave(MessageId id) {
  Message& message = messages_[id];
  if (--message.inside_packets == 0 && message.is_complete && !message.ends_here) forget(id);
}

void Partition::take(std::span<const std::uint64_t> records) {
  RecordReader reader(records);
  while (reader.has_next()) {
    reader.next();
    switch (reader.kind()) {
      case RecordKind::head:
        take_head(reader);
        break;
      case RecordKind::note: {
        const std::uint64_t word = reader.word();
        post_note(static_cast<PortId>(word >> 32), static_cast<std::uint8_t>(reader.word()),
                  static_cast<std::uint32_t>(word), reader.time());
        break;
      }
      case RecordKind::delivery:
        take_delivery(reader);
        break;
    }
  }
}

void Partition::take_head(RecordReader& reader) {
  const std::uint64_t ports = reader.word();
  const std::uint64_t sizes = reader.word();
  const auto duration = static_cast<Picoseconds>(reader.word());
  const std::uint64_t flags = reader.word();
  const std::uint64_t ends = reader.word();
  const auto number = static_cast<std::uint32_t>(reader.word());
  const std::uint64_t size_bytes = reader.word();
  Labels labels{};
  for (std::uint64_t& label : labels) label = reader.word();
  hops_.clear();
  while (reader.has_word()) {
    hops_.push_back(RouteStore::unpack(static_cast<std::uint32_t>(reader.word())));
  }
  const auto source = static_cast<HostId>(ends >> 32);
  const auto [guest, is_new] = guests_.try_emplace(name_of_guest(source, number), no_index);
  if (is_new) {
    guest->second = messages_.take();
    Message& message = messages_[guest->second];
    message = {.labels = labels,
               .size_bytes = size_bytes,
               .missing_packets = static_cast<std::uint32_t>(packet_count(rules_, size_bytes)),
               .source = source,
               .destination = static_cast<HostId>(ends),
               .number = number,
               .rail = static_cast<std::uint8_t>(flags >> 16),
               .is_complete = true,
               .is_named = true,
               .crosses = true,
               .ends_here = others_.owns(hops_.back().port)};
  }
  messages_[guest->second].inside_packets++;
  const PacketId id = packets_.take();
  packets_[id] = {.head = 0,
                  .earliest = duration,
                  .message = guest->second,
                  .next = no_index,
                  .route = routes_.add(hops_),
                  .input = static_cast<PortId>(ports),
                  .next_hop = RouteStore::pack(hops_.front()),
                  .bytes = static_cast<std::uint32_t>(sizes >> 32),
                  .number = static_cast<std::uint32_t>(sizes) >> 8,
                  .memory = static_cast<std::uint32_t>(sizes) & 0xffU,
                  .hop = 0,
                  .input_channel = static_cast<std::uint8_t>(flags >> 8 & 15U),
                  .channel = 0,
                  .needs_bubble = false,
                  .has_room = (flags & room_bit) != 0,
                  .has_own_way = true,
                  .is_undecided = (flags & undecided_bit) != 0};
  queue_.push({reader.time(), reader.rank(), 0, id, static_cast<PortId>(ports >> 32)});
}

// All packets of a message are there, or on the last link, whose far end is in another part.
void Partition::send_delivery(const Message& message, PortId last) {
  RecordWriter record(others_.outboxes[others_.division->part_of_host(message.destination)],
                      message.arrival, Event::rank_of(EventClass::delivery, last),
                      RecordKind::delivery);
  record.put(message.source, message.destination);
  for (const std::uint64_t label : message.labels) record.put(label);
}

void Partition::take_delivery(RecordReader& reader) {
  const std::uint64_t ends = reader.word();
  const MessageId id = messages_.take();
  messages_[id] = {.source = static_cast<HostId>(ends >> 32),
                   .destination = static_cast<HostId>(ends),
                   .is_complete = true};
  for (std::uint64_t& label : messages_[id].labels) label = reader.word();
  queue_.push({reader.time(), reader.rank(), 0, id, 0});
}

}  // namespace smpi::models::packet
