// SPDX-License-Identifier: BSD-3-Clause
//
// network/model:nic: messages meet at network cards only.
//
// A message leaves when the first link of its way is free, first come first served; its head is at
// the end of the way after all latencies and router delays; it ends when the last link has taken
// its bytes, which it does one message after the other in the order of their heads, and not before
// the slowest link of the way can have brought them. What others do in between nobody sees: no link
// there is ever full. Two events a message. LogGP, SimpleNet of TraceR and MACRELS of SST/macro are
// of this kind.
//
// A link that is the first one for some messages and the last one for others (tori) is two cards.
#pragma once

#include <vector>

#include "models/packet/message_model.h"

namespace smpi::models::packet {

class NicModel final : public MessageModel {
 public:
  NicModel(Ports& ports, const Rules& rules, Paths& paths, Owner& owner, Picoseconds window)
      : MessageModel(ports, rules, paths, owner, window), arrival_free_at_(ports.count()) {}

  void take(std::span<const std::uint64_t> records) override;

 private:
  // Of a message on its way.
  struct Flight {
    std::uint64_t bytes;  // on the wire
    ByteTime slowest;     // link of the way
    PortId last;
    bool is_alone;  // at its last link, which has no queue, or has sent it already
  };

  void begin(MessageId id) override;
  void arrive(MessageId id) override;
  void go_on(PortId) override {}

  std::vector<Picoseconds> arrival_free_at_;  // by port: as a last link
  std::vector<Flight> flights_;               // by message
};

}  // namespace smpi::models::packet
