// SPDX-License-Identifier: BSD-3-Clause
//
// Cards send packet after packet; each reserves its way.
#include "models/packet/reserve_model.h"

#include <algorithm>

namespace smpi::models::packet {

void ReserveModel::begin(MessageId id) {
  if (messages_[id].is_cancelled) return forget(id);
  const PortId card = routes_.hop(messages_[id].route, 0).port;
  Port& port = ports_[card];
  if (port.is_pipe) {  // all messages at once
    while (send_next(id)) {
    }
    return;
  }
  const bool is_idle = port.first_message == no_index;
  if (is_idle) {
    port.first_message = id;
  } else {
    messages_[port.last_message].next = id;
  }
  port.last_message = id;
  if (!is_idle) return;
  if (port.free_at > now_) return push(port.free_at, EventClass::wake, card, card);
  go_on(card);
}

// A card with messages has one event, for its next packet.
void ReserveModel::go_on(PortId card) {
  Port& port = ports_[card];
  const MessageId id = port.first_message;
  const MessageId next = messages_[id].next;
  const bool has_more = send_next(id);
  if (!has_more) {
    port.first_message = next;
  } else if (rules_.injection == Injection::in_turns && next != no_index) {
    port.first_message = next;
    messages_[port.last_message].next = id;
    port.last_message = id;
    messages_[id].next = no_index;
  }
  if (port.first_message != no_index) push(port.free_at, EventClass::wake, card, card);
}

// The next packet of a message leaves; false when it was the last.
bool ReserveModel::send_next(MessageId id) {
  Message& message = messages_[id];
  if (!message.is_cancelled) {
    const std::uint64_t payload =
        rules_.payload_bytes == 0
            ? message.left_bytes
            : std::min<std::uint64_t>(message.left_bytes, rules_.payload_bytes);
    message.left_bytes -= payload;
    reserve(message, payload + rules_.header_bytes);
    if (message.left_bytes > 0) return true;
  }
  const PortId card = routes_.hop(message.route, 0).port;
  push(std::max(message.arrival, now_), EventClass::delivery, card, id);
  expect_departure(id, std::max(ports_[card].is_pipe ? message.ready : ports_[card].free_at, now_));
  return false;
}

void ReserveModel::reserve(Message& message, std::uint64_t bytes) {
  const std::uint32_t hop_count = routes_.hop_count(message.route);
  Picoseconds head = now_;
  Picoseconds duration = 0;  // on the link before
  for (std::uint32_t hop = 0; hop < hop_count; hop++) {
    Port& port = ports_[routes_.hop(message.route, hop).port];
    const Picoseconds own = long_serialisation(bytes, port.byte_time);
    Picoseconds departure = hop == 0 ? head : earliest_departure(rules_, head, duration, own);
    Picoseconds& free_at = hop == 0 && port.is_pipe ? message.ready : port.free_at;
    if (!port.is_pipe || hop == 0) departure = std::max(departure, free_at);
    free_at = departure + own;
    const bool is_last = hop + 1 == hop_count;
    head = departure + (is_last ? port.last_reach() : port.reach());
    duration = own;
  }
  message.arrival = std::max(message.arrival, head + duration);
}

}  // namespace smpi::models::packet
