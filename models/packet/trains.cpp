// SPDX-License-Identifier: BSD-3-Clause
//
// How trains leave, and are cut.
#include "models/packet/trains.h"

#include "models/packet/partition.h"

namespace smpi::models::packet {

// All that is left of the card's first message goes by its one link; false: packet by packet.
// What goes to another part of the network is told at once, and could not be withdrawn.
bool Partition::grant_train(PortId id, Port& port) {
  const MessageId message_id = port.first_message;
  Message& message = messages_[message_id];
  const std::uint64_t count = packet_count(rules_, message.left_bytes);
  if (!message.is_single_hop || count < 2 || port.waiting != 0 || watch_ != nullptr ||
      is_elsewhere(message.destination)) {
    return false;
  }
  const Picoseconds packet_time = serialisation(full_bytes(), port.byte_time);
  const auto last_bytes = static_cast<std::int64_t>(
      message.left_bytes - (count - 1) * rules_.payload_bytes + rules_.header_bytes);
  const Picoseconds duration =
      static_cast<Picoseconds>(count - 1) * packet_time + serialisation(last_bytes, port.byte_time);
  (*trains_)[id] = {.message = message_id,
                    .count = static_cast<std::uint32_t>(count),
                    .left_bytes = message.left_bytes,
                    .start = now_,
                    .end = now_ + duration,
                    .packet_time = packet_time};
  if (ports_.counts_load()) {
    count_grant(id, message.left_bytes + count * rules_.header_bytes, duration,
                now_ - port.card_ready);
    ports_.counters(id).packets += count - 1;
  }
  hop_count_ += count;
  message.made_packets += static_cast<std::uint32_t>(count);
  message.left_bytes = 0;
  message.is_complete = true;
  port.free_at = port.card_ready = now_ + duration;
  port.first_message = message.next;
  expect_departure(message_id, port.free_at);
  arrived(message_id, id, port.free_at + port.last_reach(), static_cast<std::uint32_t>(count));
  return true;
}

// Somebody else wants the link: what has not begun to leave is in the card again.
void Partition::cut_train(PortId id) {
  const Train train = std::exchange((*trains_)[id], {});
  Port& port = ports_[id];
  if (train.message == no_index || train.end <= now_) return;
  const Picoseconds since = now_ - train.start;
  const auto begun = static_cast<std::uint32_t>(std::clamp<Picoseconds>(
      (since + train.packet_time - 1) / std::max<Picoseconds>(train.packet_time, 1), 1,
      train.count));
  if (begun == train.count) return;
  const std::uint32_t count = train.count - begun;
  Message& message = messages_[train.message];
  const Picoseconds end = train.start + begun * train.packet_time;
  const Picoseconds earlier = train.end - end;
  trains_->withdraw(EventClass::delivery, message.arrival, train.message);
  if (message.departs) trains_->withdraw(EventClass::departure, train.end, train.message);
  message.departs = false;
  message.arrival -= earlier;
  message.made_packets -= count;
  message.missing_packets += count;
  message.left_bytes = train.left_bytes - std::uint64_t{begun} * rules_.payload_bytes;
  message.is_complete = false;
  message.next = port.first_message;
  if (port.first_message == no_index) port.last_message = train.message;
  port.first_message = train.message;
  port.free_at = port.card_ready = end;
  hop_count_ -= count;
  if (!ports_.counts_load()) return;
  PortCounters& counters = ports_.counters(id);
  counters.bytes -= message.left_bytes + std::uint64_t{count} * rules_.header_bytes;
  counters.packets -= count;
  counters.busy -= earlier;
}

}  // namespace smpi::models::packet
