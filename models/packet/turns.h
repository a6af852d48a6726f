// SPDX-License-Identifier: BSD-3-Clause
//
// What only some studies need at a port: packets that take turns by input, and inputs with queues
// or a crossbar of finite speed.
//
// Turns: each output has a ring of the pairs (input, channel) that have packets for it, and each
// pair the list of these. The network card is one more pair. Whoever has just had a turn, or has
// something to send anew, goes to the end of the ring.
#pragma once

#include <cstdint>
#include <vector>

#include "models/packet/pool.h"
#include "models/packet/ports.h"

namespace smpi::models::packet {

using TurnId = std::uint32_t;

struct Turn {
  PortId input = no_index;  // no_index: the card
  PacketId first = no_index;
  PacketId last = no_index;
  TurnId next = no_index;
  std::uint8_t channel = 0;

  bool is_card() const { return input == no_index; }
};

class Turns {
 public:
  explicit Turns(std::size_t port_count) : rings_(port_count) {}

  bool is_empty(PortId port) const { return rings_[port].first == no_index; }
  TurnId first(PortId port) const { return rings_[port].first; }
  Turn& operator[](TurnId turn) { return turns_[turn]; }
  // The turn of a pair at this port, made if there is none.
  TurnId find(PortId port, PortId input, std::uint8_t channel);
  // Takes a turn out of the ring; `before` comes before it, or is no_index.
  void take(PortId port, TurnId before, TurnId turn);
  void put_last(PortId port, TurnId turn);
  void drop(TurnId turn) { turns_.give(turn); }
  // Drops all turns but the card's; returns their first packets.
  std::vector<PacketId> take_inputs(PortId port);
  // The card has nothing to send any more.
  void drop_card(PortId port);

 private:
  struct Ring {
    TurnId first = no_index;
    TurnId last = no_index;
  };

  std::vector<Ring> rings_;
  Pool<Turn> turns_;
};

// The far ends of links, where packets queue in their input buffers or the crossbar has a speed.
class Inputs {
 public:
  struct Queue {
    PacketId asking = no_index;  // the first one, which waits for its output
    PacketId first = no_index;   // those behind it
    PacketId last = no_index;
  };

  Inputs(std::size_t port_count, std::uint32_t channel_count, bool has_queues)
      : busy_until_(port_count),
        queues_(has_queues ? port_count * channel_count : 0),
        channel_count_(channel_count) {}

  bool has_queues() const { return !queues_.empty(); }
  Queue& queue(PortId input, std::uint8_t channel) {
    return queues_[std::size_t{input} * channel_count_ + channel];
  }
  Picoseconds& busy_until(PortId input) { return busy_until_[input]; }

 private:
  std::vector<Picoseconds> busy_until_;
  std::vector<Queue> queues_;
  std::uint32_t channel_count_;
};

}  // namespace smpi::models::packet
