// SPDX-License-Identifier: BSD-3-Clause
//
// What the two models without queues in the network share: messages, their events, the loop.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/packet/bucket_queue.h"
#include "models/packet/carrier.h"
#include "models/packet/pool.h"
#include "models/packet/ports.h"
#include "models/packet/records.h"
#include "models/packet/route_store.h"

namespace smpi::models::packet {

class MessageModel : public Carrier {
 public:
  MessageId start(Picoseconds time, const Shipment& shipment) override;
  void cancel(MessageId message) override { messages_[message].is_cancelled = true; }
  void call_at(Picoseconds time, std::uint32_t source, std::uint32_t subject,
               std::uint32_t object) override;
  Picoseconds next_time() override { return queue_.next_time(); }
  void run_until(Picoseconds limit) override;
  void run_quietly(Picoseconds now, Picoseconds limit) override;
  void join(const Division& division, PartId self) override;
  std::span<std::vector<std::uint64_t>> outboxes() override { return others_.outboxes; }
  void take(std::span<const std::uint64_t>) override {}
  Picoseconds now() const override { return now_; }
  std::uint64_t event_count() const override { return event_count_; }

 protected:
  struct Message {
    Labels labels{};
    std::uint64_t left_bytes = 0;  // that have not left
    Picoseconds arrival = 0;       // of what has left so far
    Picoseconds ready = 0;         // for its next packet, on a first link without a queue
    std::uint32_t route = no_index;
    MessageId next = no_index;  // at its card
    HostId source = 0;
    HostId destination = 0;
    bool is_cancelled = false;
    bool wants_departure = false;
    bool departs = false;  // its departure is still to be told
    bool is_over = false;  // but for that
  };

  // The ports must outlive it, as must the others.
  MessageModel(Ports& ports, const Rules& rules, Paths& paths, Owner& owner, Picoseconds window)
      : ports_(ports), rules_(rules), paths_(paths), owner_(owner), queue_(window) {}

  // A message starts, its head is at the far end of its last link, its card is free again.
  virtual void begin(MessageId id) = 0;
  virtual void arrive(MessageId id) = 0;
  virtual void go_on(PortId card) = 0;

  void push(Picoseconds time, EventClass event_class, std::uint32_t source, std::uint32_t subject) {
    queue_.push({time, Event::rank_of(event_class, source), 0, subject, 0});
  }
  void expect_departure(MessageId id, Picoseconds time);
  void forget(MessageId id);
  // Of a message, with the headers of all its packets.
  std::uint64_t wire_bytes(std::uint64_t size_bytes) const {
    return size_bytes + packet_count(rules_, size_bytes) * rules_.header_bytes;
  }

  Ports& ports_;
  Rules rules_;
  Pool<Message> messages_;
  RouteStore routes_;
  Neighbourhood others_;
  Picoseconds now_ = 0;

 private:
  void handle(const Event& event);
  void deliver(MessageId id);
  void tell_departure(MessageId id);

  Paths& paths_;
  Owner& owner_;
  BucketQueue queue_;
  std::vector<Hop> hops_;
  std::vector<std::uint32_t> message_counts_;  // by source
  std::uint64_t event_count_ = 0;
};

}  // namespace smpi::models::packet
