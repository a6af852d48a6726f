// SPDX-License-Identifier: BSD-3-Clause
//
// A packet network as plainly as it can be written: the judge of the engine.
//
// Everything is an event of its own in one ordered set, packets are objects, credits travel one by
// one, and whenever an output might do something it is asked. Nothing is shared with the engine but
// the description (rules.h) and the arithmetic of one packet. It is slow: for networks of some ten
// links and some thousand packets.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "models/packet/rules.h"

namespace smpi::models::packet {

class Reference {
 public:
  struct Message {
    Picoseconds start = 0;
    std::uint32_t host = 0;  // of the source: orders messages that start at once
    std::uint64_t size_bytes = 0;
    std::vector<Hop> way;
    Picoseconds end = never;
  };
  struct Load {
    std::uint64_t bytes = 0;
    std::uint64_t packets = 0;
    Picoseconds waiting = 0;
  };

  Reference(std::vector<PortFacts> ports, const Rules& rules);
  // Messages are numbered in the order in which they are added.
  void add(const Message& message) { messages_.push_back(message); }
  // Until nothing happens any more; false when packets are left that cannot move.
  bool run();

  Picoseconds end_of(std::size_t message) const { return messages_[message].end; }
  const Load& load(PortId port) const { return outputs_[port].load; }
  // Have all credits come home?
  bool is_balanced() const;

 private:
  enum Class { credit = 0, head = 1, wake = 2, delivery = 3, start = 4 };
  using Key = std::tuple<Picoseconds, int, std::uint32_t, std::uint64_t>;
  struct Packet {
    std::size_t message;
    std::int64_t bytes;
    std::size_t hop = 0;  // the one that it waits for
    Picoseconds head = 0;
    Picoseconds earliest = 0;
    std::uint32_t input = no_index;  // the link on which it came, and its channel there
    std::uint8_t input_channel = 0;
  };
  using PacketPointer = std::shared_ptr<Packet>;
  using InputQueue = std::pair<std::uint32_t, std::uint8_t>;  // link and channel
  struct Output {
    Picoseconds free_at = 0;
    std::map<std::uint8_t, std::int64_t> credits;
    std::list<PacketPointer> waiting;  // in the order of their arrivals
    std::deque<std::size_t> messages;  // of the network card
    std::map<std::size_t, std::uint64_t> made_bytes;
    Picoseconds card_ready = 0;
    std::list<InputQueue> turns;  // round robin
    Load load;
  };

  void at(Picoseconds time, Class event_class, std::uint32_t source, std::function<void()> act);
  void begin(std::size_t message);
  void arrive(const PacketPointer& packet);
  void ask(const PacketPointer& packet);
  void serve(PortId port);
  void grant(PortId port, const PacketPointer& packet);
  void leave_input(const PacketPointer& packet, Picoseconds duration);
  void go_on(PortId port, const PacketPointer& packet, Picoseconds duration, Picoseconds left);
  void wake_at(PortId port, Picoseconds time);
  bool may_leave(PortId port, const Packet& packet, Picoseconds& retry) const;
  PacketPointer card_packet(PortId port) const;
  PacketPointer choose(PortId port, Picoseconds& retry);
  std::vector<PacketPointer> candidates(PortId port) const;
  void take_from_card(PortId port, const PacketPointer& packet);
  bool has_waiting(PortId port, const InputQueue& input) const;
  const Hop& hop_of(const Packet& packet) const {
    return messages_[packet.message].way[packet.hop];
  }
  bool is_last(const Packet& packet) const {
    return packet.hop + 1 == messages_[packet.message].way.size();
  }
  std::int64_t full_bytes() const { return rules_.payload_bytes + rules_.header_bytes; }

  std::vector<PortFacts> ports_;
  Rules rules_;
  std::vector<Message> messages_;
  std::vector<std::uint64_t> missing_packets_;
  std::vector<Picoseconds> last_arrivals_;
  std::vector<Output> outputs_;
  std::map<InputQueue, std::deque<PacketPointer>> inputs_;
  std::map<std::uint32_t, Picoseconds> input_busy_until_;
  std::map<Key, std::function<void()>> events_;
  std::uint64_t sequence_ = 0;
  Picoseconds now_ = 0;
};

}  // namespace smpi::models::packet
