// SPDX-License-Identifier: BSD-3-Clause
//
// The loop over events of messages.
#include "models/packet/message_model.h"

#include "kernel/error.h"

namespace smpi::models::packet {

MessageId MessageModel::start(Picoseconds time, const Shipment& shipment) {
  if (message_counts_.size() <= shipment.source) message_counts_.resize(shipment.source + 1);
  const std::uint32_t number = message_counts_[shipment.source]++;
  hops_.clear();
  time += paths_.find({.source = shipment.source,
                       .destination = shipment.destination,
                       .size_bytes = shipment.size_bytes,
                       .number = number,
                       .rail = shipment.rail},
                      hops_);
  const MessageId id = messages_.take();
  messages_[id] = {.labels = shipment.labels,
                   .left_bytes = shipment.size_bytes,
                   .route = routes_.add(hops_),
                   .source = shipment.source,
                   .destination = shipment.destination,
                   .wants_departure = shipment.wants_departure};
  push(time, EventClass::start, shipment.source, id);
  return id;
}

void MessageModel::call_at(Picoseconds time, std::uint32_t source, std::uint32_t subject,
                           std::uint32_t object) {
  queue_.push({time, Event::rank_of(EventClass::owner, source), 0, subject, object});
}

void MessageModel::run_until(Picoseconds limit) {
  while (queue_.next_time() < limit) handle(queue_.pop());
}

void MessageModel::run_quietly(Picoseconds now, Picoseconds limit) {
  while (queue_.next_time() < limit) {
    if (queue_.next().is_told() && queue_.next().time > now) return;
    handle(queue_.pop());
  }
}

void MessageModel::handle(const Event& event) {
  now_ = event.time;
  event_count_++;
  switch (event.event_class()) {
    case EventClass::start:
      return begin(event.subject);
    case EventClass::head:
      return arrive(event.subject);
    case EventClass::wake:
      return go_on(event.subject);
    case EventClass::delivery:
      return deliver(event.subject);
    case EventClass::departure:
      return tell_departure(event.subject);
    case EventClass::owner:
      return owner_.due(event.subject, event.object, now_);
    case EventClass::pace:
      break;
  }
  SIM_ASSERT(false, "an event that messages do not have");
}

void MessageModel::deliver(MessageId id) {
  const Message message = messages_[id];
  forget(id);
  if (!message.is_cancelled) owner_.delivered(id, message.labels, now_);
}

void MessageModel::expect_departure(MessageId id, Picoseconds time) {
  if (!messages_[id].wants_departure) return;
  messages_[id].departs = true;
  push(time, EventClass::departure, messages_[id].source, id);
}

void MessageModel::tell_departure(MessageId id) {
  Message& message = messages_[id];
  message.departs = false;
  const Labels labels = message.labels;
  const bool is_cancelled = message.is_cancelled;
  if (message.is_over) forget(id);
  if (!is_cancelled) owner_.departed(labels, now_);
}

void MessageModel::forget(MessageId id) {
  Message& message = messages_[id];
  message.is_over = true;
  if (message.departs) return;  // it ends with that
  if (message.route != no_index) routes_.release(message.route);
  messages_.give(id);
}

void MessageModel::join(const Division& division, PartId self) {
  others_.division = &division;
  others_.self = self;
  others_.outboxes.resize(division.part_count());
}

}  // namespace smpi::models::packet
