// SPDX-License-Identifier: BSD-3-Clause
//
// Trains: packets of one message that leave a card one behind the other, as one event.
//
// Where a message's way is one link, and nobody else wants the link, all that is left of the
// message is granted at once: one event for its end instead of one for each packet. A head that
// comes for the link cuts the train behind the packet that is leaving then: the rest goes back to
// the card, and the events that told of the end are withdrawn. Events keep their order, as those
// of an end are known by their port and time. So trains change no picosecond, only the number of
// events.
//
//   train   |p1|p2|p3|p4|p5|p6|          head of another packet at x: p1 to p3 have left or leave,
//               x                        p4 to p6 are in the card again, behind the other packet
//
// Ways of several links have no trains: there each packet may meet others at each router, and the
// credits come back one by one. Alternatives considered: coarse trains (Ahn and Danzig 1996), which
// are not exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/packet/bucket_queue.h"
#include "models/packet/carrier.h"
#include "models/packet/ports.h"

namespace smpi::models::packet {

struct Train {
  MessageId message = no_index;
  std::uint32_t count = 0;       // packets
  std::uint64_t left_bytes = 0;  // of the message, before it
  Picoseconds start = 0;
  Picoseconds end = 0;
  Picoseconds packet_time = 0;  // of each but the last
};

class Trains {
 public:
  explicit Trains(std::size_t port_count) : trains_(port_count) {}

  Train& operator[](PortId port) { return trains_[port]; }
  const Train& operator[](PortId port) const { return trains_[port]; }

  // An event of this class, time and message will come that means nothing.
  void withdraw(EventClass event_class, Picoseconds time, MessageId message) {
    withdrawn_[{time, event_class, message}]++;
  }
  // Is this one of them? It will not come again.
  bool takes_back(const Event& event) {
    if (withdrawn_.empty()) return false;
    const auto found = withdrawn_.find({event.time, event.event_class(), event.subject});
    if (found == withdrawn_.end()) return false;
    if (--found->second == 0) withdrawn_.erase(found);
    return true;
  }

  bool is_withdrawn(const Event& event) const {
    return withdrawn_.contains({event.time, event.event_class(), event.subject});
  }
  void move_later(Picoseconds delay) {
    for (Train& train : trains_) {
      train.start += delay;
      train.end += delay;
    }
    std::unordered_map<Name, std::uint32_t, Hash> moved;
    for (const auto& [name, count] : withdrawn_) {
      moved[{name.time + delay, name.event_class, name.message}] = count;
    }
    withdrawn_ = std::move(moved);
  }

 private:
  struct Name {
    Picoseconds time;
    EventClass event_class;
    MessageId message;
    bool operator==(const Name&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Name& name) const {
      constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
      return (static_cast<std::uint64_t>(name.time) * odd ^ name.message) * odd +
             static_cast<std::uint64_t>(name.event_class);
    }
  };

  std::vector<Train> trains_;  // the last of each port
  std::unordered_map<Name, std::uint32_t, Hash> withdrawn_;
};

}  // namespace smpi::models::packet
