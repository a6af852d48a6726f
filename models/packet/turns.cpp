// SPDX-License-Identifier: BSD-3-Clause
//
// Rings of turns, and the part of the engine that serves by them.
#include "models/packet/turns.h"

#include <algorithm>

#include "models/packet/partition.h"

namespace smpi::models::packet {

// An output has as many pairs as its router has inputs and channels: some ten.
TurnId Turns::find(PortId port, PortId input, std::uint8_t channel) {
  for (TurnId turn = rings_[port].first; turn != no_index; turn = turns_[turn].next) {
    if (turns_[turn].input == input && turns_[turn].channel == channel) return turn;
  }
  const TurnId turn = turns_.take();
  turns_[turn] = {.input = input, .channel = channel};
  put_last(port, turn);
  return turn;
}

void Turns::take(PortId port, TurnId before, TurnId turn) {
  Ring& ring = rings_[port];
  const TurnId after = turns_[turn].next;
  if (before == no_index) {
    ring.first = after;
  } else {
    turns_[before].next = after;
  }
  if (after == no_index) ring.last = before;
}

void Turns::put_last(PortId port, TurnId turn) {
  Ring& ring = rings_[port];
  turns_[turn].next = no_index;
  if (ring.first == no_index) {
    ring.first = turn;
  } else {
    turns_[ring.last].next = turn;
  }
  ring.last = turn;
}

void Turns::drop_card(PortId port) {
  TurnId before = no_index;
  for (TurnId turn = rings_[port].first; turn != no_index; turn = turns_[turn].next) {
    if (turns_[turn].is_card()) {
      take(port, before, turn);
      return drop(turn);
    }
    before = turn;
  }
}

std::vector<PacketId> Turns::take_inputs(PortId port) {
  std::vector<PacketId> firsts;
  TurnId before = no_index;
  for (TurnId turn = rings_[port].first; turn != no_index;) {
    const TurnId next = turns_[turn].next;
    if (turns_[turn].is_card()) {
      before = turn;
    } else {
      firsts.push_back(turns_[turn].first);
      take(port, before, turn);
      drop(turn);
    }
    turn = next;
  }
  return firsts;
}

void Partition::serve_in_turns(PortId id, Port& port) {
  Candidate best;
  TurnId before = no_index;
  for (TurnId turn = turns_->first(id); turn != no_index; turn = (*turns_)[before].next) {
    const Turn at = (*turns_)[turn];
    const bool may_go = at.is_card() ? card_may_leave(id, port, best)
                                     : may_leave(id, port, packets_[at.first], best);
    if (!may_go) {
      before = turn;
      continue;
    }
    turns_->take(id, before, turn);
    bool has_more = false;
    if (at.is_card()) {
      grant_card(id, port);
      has_more = port.first_message != no_index;
    } else {
      (*turns_)[turn].first = packets_[at.first].next;
      has_more = (*turns_)[turn].first != no_index;
    }
    if (has_more) {
      turns_->put_last(id, turn);
    } else {
      turns_->drop(turn);
    }
    if (!at.is_card()) grant(id, port, at.first);
    if (has_work(port, id)) want_wake(id, port, port.free_at);
    return;
  }
  wait_for(id, port, best);
}

// A packet has left the input buffer in which it was.
void Partition::leave_input(const Packet& packet, Picoseconds duration) {
  const PortId input = packet.input;
  const std::uint8_t channel = packet.input_channel;
  const Port& from = ports_[input];
  if (from.is_limited) {
    give_back(input, channel, packet.bytes, now_ + duration + from.latency + rules_.credit_delay);
  }
  if (inputs_ == nullptr) return;
  inputs_->busy_until(input) = now_ + input_time(rules_, duration);
  if (!inputs_->has_queues()) return;
  Inputs::Queue& queue = inputs_->queue(input, channel);
  queue.asking = queue.first;
  if (queue.asking == no_index) return;
  queue.first = packets_[queue.asking].next;
  const PortId at = routes_.hop(packets_[queue.asking].route, packets_[queue.asking].hop).port;
  enqueue(queue.asking, at, ports_[at]);
  want_wake(at, ports_[at], now_);
}

// True when the packet is the first in its buffer, and may ask for its output.
bool Partition::enter_input(PacketId id) {
  Packet& packet = packets_[id];
  Inputs::Queue& queue = inputs_->queue(packet.input, packet.input_channel);
  if (queue.asking == no_index) {
    queue.asking = id;
    return true;
  }
  packet.next = no_index;
  (queue.first == no_index ? queue.first : packets_[queue.last].next) = id;
  queue.last = id;
  return false;
}

}  // namespace smpi::models::packet
