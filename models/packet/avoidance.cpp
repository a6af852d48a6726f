// SPDX-License-Identifier: BSD-3-Clause
//
// Links that go off under messages.
//
// While a link is off nothing is granted it. Where messages go around such links, what waits for
// one is given back to its network card, and the card sends it, and what it has not sent, on the
// way that is left: as a sender does whose packets were lost. What is on the wire arrives.
#include <algorithm>

#include "models/packet/partition.h"

namespace smpi::models::packet {

void Partition::port_changed(PortId id) {
  if (trains_ != nullptr) cut_train(id);
  Port& port = ports_[id];
  if (!port.is_off && has_work(port, id)) want_wake(id, port, std::max(now_, port.free_at));
}

// The first port of a message's way that is off; no_index: none is.
PortId Partition::port_off(MessageId id) const {
  const RouteId route = messages_[id].route;
  for (std::uint32_t hop = 0; hop < routes_.hop_count(route); hop++) {
    const PortId port = routes_.hop(route, hop).port;
    if (ports_[port].is_off) return port;
  }
  return no_index;
}

bool Partition::passes(RouteId route, PortId port) const {
  for (std::uint32_t hop = 0; hop < routes_.hop_count(route); hop++) {
    if (routes_.hop(route, hop).port == port) return true;
  }
  return false;
}

std::vector<MessageId> Partition::messages_over(PortId port) const {
  std::vector<MessageId> result;
  for (MessageId id = 0; id < messages_.most(); id++) {
    const Message& message = messages_[id];
    if (message.missing_packets > 0 && !message.is_cancelled && passes(message.route, port)) {
      result.push_back(id);
    }
  }
  return result;
}

// The way of now; false when it still passes the port.
bool Partition::turn_away(MessageId id, PortId port) {
  Message& message = messages_[id];
  hops_.clear();
  paths_.find(trip_of(message, std::max(message.made_packets, 1U)), hops_);
  if (std::any_of(hops_.begin(), hops_.end(), [&](const Hop& hop) { return hop.port == port; })) {
    return false;
  }
  const bool is_listed = message.has_begun && !message.is_complete;
  if (is_listed) leave_card(RouteStore::unpack(message.first_hop).port, id);
  // Packets on their way keep the old one.
  for (PacketId packet = 0; packet < packets_.most(); packet++) {
    Packet& each = packets_[packet];
    if (each.bytes == 0 || each.message != id || each.has_own_way) continue;
    routes_.refer(each.route);
    each.has_own_way = true;
  }
  routes_.release(message.route);
  message.route = routes_.add(hops_);
  message.first_hop = RouteStore::pack(hops_.front());
  message.is_single_hop = hops_.size() == 1;
  message.next = no_index;
  if (is_listed) enter_card(id);
  return true;
}

// Puts what a packet carries back to its message's card.
void Partition::take_back(PacketId id) {
  const Packet packet = packets_[id];
  Message& message = messages_[packet.message];
  leave_input(packet, 0);
  drop(id);
  if (message.is_cancelled) {
    message.missing_packets--;
    return abandon(packet.message);
  }
  const std::uint64_t payload = packet.bytes - rules_.header_bytes;
  const auto missing = [&] {
    return message.is_complete
               ? 0
               : static_cast<std::uint32_t>(packet_count(rules_, message.left_bytes));
  };
  message.missing_packets -= missing() + 1;
  message.left_bytes += payload;
  const bool was_complete = message.is_complete;
  message.is_complete = false;
  message.missing_packets += missing();
  if (was_complete) {
    message.next = no_index;
    enter_card(packet.message);
  }
}

std::vector<PacketId> Partition::take_queue(PortId id) {
  Port& port = ports_[id];
  std::vector<PacketId> packets;
  const auto take = [&](PacketId first) {
    for (PacketId packet = first; packet != no_index; packet = packets_[packet].next) {
      packets.push_back(packet);
    }
  };
  if (turns_ != nullptr) {
    for (const PacketId first : turns_->take_inputs(id)) take(first);
  } else {
    for (std::uint32_t channel = 0; channel < ports_.channel_count(); channel++) {
      Channel& queue = ports_.channels(id)[channel];
      take(queue.first);
      queue.first = queue.last = no_index;
    }
    port.waiting = 0;
  }
  for (const PacketId packet : packets) {
    if (ports_.counts_load()) ports_.counters(id).queued_bytes -= packets_[packet].bytes;
  }
  return packets;
}

void Partition::avoid(PortId id) {
  if (trains_ != nullptr) cut_train(id);
  ports_[id].is_avoided = true;
  for (const MessageId message : messages_over(id)) turn_away(message, id);
  for (const PacketId packet : take_queue(id)) {
    // Messages without another way wait here.
    if (passes(messages_[packets_[packet].message].route, id)) {
      enqueue(packet, id, ports_[id]);
    } else {
      take_back(packet);
    }
  }
}

}  // namespace smpi::models::packet
