// SPDX-License-Identifier: BSD-3-Clause
//
// network/model:reserve: packets take their place on all links of their way when they leave.
//
// A packet that its card can send finds on each link of its way when that link is free, waits for
// it, and keeps it: one event a packet, without queues, credits and channels. So packets pass a
// link in the order in which they left their cards, and not in that of their arrivals: wrong by the
// difference of the latencies of their ways at most. With packet/mtu:0 a message is one packet. It
// writes to links far away, so it runs on one thread.
#pragma once

#include "models/packet/message_model.h"

namespace smpi::models::packet {

class ReserveModel final : public MessageModel {
 public:
  ReserveModel(Ports& ports, const Rules& rules, Paths& paths, Owner& owner, Picoseconds window)
      : MessageModel(ports, rules, paths, owner, window) {}

 private:
  void begin(MessageId id) override;
  void arrive(MessageId) override {}
  void go_on(PortId card) override;
  bool send_next(MessageId id);
  void reserve(Message& message, std::uint64_t bytes);
};

}  // namespace smpi::models::packet
