// SPDX-License-Identifier: BSD-3-Clause
//
// Two cards and the way between them.
#include "models/packet/nic_model.h"

#include <algorithm>

namespace smpi::models::packet {

void NicModel::begin(MessageId id) {
  Message& message = messages_[id];
  if (message.is_cancelled) return forget(id);
  const std::uint32_t hop_count = routes_.hop_count(message.route);
  Picoseconds reach = 0;
  Flight flight{.bytes = wire_bytes(message.left_bytes),
                .slowest = 0,
                .last = routes_.hop(message.route, hop_count - 1).port,
                .is_alone = false};
  for (std::uint32_t hop = 0; hop < hop_count; hop++) {
    const Port& port = ports_[routes_.hop(message.route, hop).port];
    reach += hop + 1 < hop_count ? port.reach() : port.last_reach();
    flight.slowest = std::max(flight.slowest, port.byte_time);
  }
  flight.is_alone = hop_count == 1 || ports_[flight.last].is_pipe;
  const PortId card = routes_.hop(message.route, 0).port;
  Port& first = ports_[card];
  const Picoseconds departure = first.is_pipe ? now_ : std::max(now_, first.free_at);
  const Picoseconds left = departure + long_serialisation(flight.bytes, first.byte_time);
  first.free_at = left;
  if (!others_.is_alone() && others_.division->part_of_host(message.destination) != others_.self) {
    RecordWriter record(others_.outboxes[others_.division->part_of_host(message.destination)],
                        departure + reach, Event::rank_of(EventClass::head, card),
                        RecordKind::head);
    record.put(flight.bytes);
    record.put(static_cast<std::uint64_t>(flight.slowest));
    record.put(flight.last, flight.is_alone ? 1 : 0);
    record.put(message.source, message.destination);
    for (const std::uint64_t label : message.labels) record.put(label);
    expect_departure(id, left);
    return forget(id);
  }
  if (flights_.size() <= id) flights_.resize(id + 1);
  flights_[id] = flight;
  push(departure + reach, EventClass::head, card, id);
  expect_departure(id, left);
}

void NicModel::take(std::span<const std::uint64_t> records) {
  RecordReader reader(records);
  while (reader.has_next()) {
    reader.next();
    Flight flight{.bytes = reader.word(),
                  .slowest = static_cast<ByteTime>(reader.word()),
                  .last = 0,
                  .is_alone = false};
    const std::uint64_t last = reader.word();
    flight.last = static_cast<PortId>(last >> 32);
    flight.is_alone = (last & 1U) != 0;
    const std::uint64_t ends = reader.word();
    const MessageId id = messages_.take();
    messages_[id] = {.source = static_cast<HostId>(ends >> 32),
                     .destination = static_cast<HostId>(ends)};
    for (std::uint64_t& label : messages_[id].labels) label = reader.word();
    if (flights_.size() <= id) flights_.resize(id + 1);
    flights_[id] = flight;
    push(reader.time(), EventClass::head, reader.rank() & Event::source_max, id);
  }
}

void NicModel::arrive(MessageId id) {
  const Flight& flight = flights_[id];
  Picoseconds& free_at = arrival_free_at_[flight.last];
  const Picoseconds begin = flight.is_alone ? now_ : std::max(now_, free_at);
  const Picoseconds end = begin + long_serialisation(flight.bytes, ports_[flight.last].byte_time);
  if (!flight.is_alone) free_at = end;
  push(std::max(end, now_ + long_serialisation(flight.bytes, flight.slowest)), EventClass::delivery,
       flight.last, id);
}

}  // namespace smpi::models::packet
