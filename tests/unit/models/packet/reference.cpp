// SPDX-License-Identifier: BSD-3-Clause
//
// The rules of docs/packets.md, one function each.
#include "reference.h"

#include <algorithm>

namespace smpi::models::packet {

Reference::Reference(std::vector<PortFacts> ports, const Rules& rules)
    : ports_(std::move(ports)), rules_(rules), outputs_(ports_.size()) {}

void Reference::at(Picoseconds time, Class event_class, std::uint32_t source,
                   std::function<void()> act) {
  events_.emplace(Key{time, event_class, source, sequence_++}, std::move(act));
}

bool Reference::run() {
  for (std::size_t i = 0; i < messages_.size(); i++) {
    missing_packets_.push_back(packet_count(rules_, messages_[i].size_bytes));
    last_arrivals_.push_back(0);
    at(messages_[i].start, start, messages_[i].host, [this, i] { begin(i); });
  }
  for (PortId port = 0; port < ports_.size(); port++) {
    for (int channel = 0; channel < 32; channel++) {
      outputs_[port].credits[static_cast<std::uint8_t>(channel)] = ports_[port].buffer_bytes;
    }
  }
  while (!events_.empty()) {
    const auto first = events_.begin();
    now_ = std::get<0>(first->first);
    const std::function<void()> act = std::move(first->second);
    events_.erase(first);
    act();
  }
  return std::all_of(messages_.begin(), messages_.end(),
                     [](const Message& message) { return message.end != never; });
}

bool Reference::is_balanced() const {
  for (PortId port = 0; port < ports_.size(); port++) {
    for (const auto& [channel, bytes] : outputs_[port].credits) {
      if (bytes != ports_[port].buffer_bytes) return false;
    }
  }
  return true;
}

void Reference::wake_at(PortId port, Picoseconds time) {
  at(time, wake, port, [this, port] { serve(port); });
}

void Reference::begin(std::size_t message) {
  const PortId port = messages_[message].way.front().port;
  Output& output = outputs_[port];
  if (ports_[port].is_pipe) {  // the message has it for itself: packet after packet
    Picoseconds time = now_;
    std::uint64_t left = messages_[message].size_bytes;
    do {
      const std::uint64_t payload = std::min<std::uint64_t>(left, rules_.payload_bytes);
      left -= payload;
      auto packet = std::make_shared<Packet>();
      packet->message = message;
      packet->bytes = static_cast<std::int64_t>(payload) + rules_.header_bytes;
      packet->head = packet->earliest = time;
      at(time, start, messages_[message].host, [this, packet] { arrive(packet); });
      time += serialisation(packet->bytes, ports_[port].byte_time);
    } while (left > 0);
    return;
  }
  if (output.messages.empty()) {
    output.card_ready = std::max(output.card_ready, now_);
    output.turns.push_back({no_index, 0});
  }
  output.messages.push_back(message);
  serve(port);
}

// The head of a packet is at the router, or card, from which it goes on.
void Reference::arrive(const PacketPointer& packet) {
  const PortId port = hop_of(*packet).port;
  if (ports_[port].is_pipe) {
    const Picoseconds duration = serialisation(packet->bytes, ports_[port].byte_time);
    outputs_[port].load.bytes += static_cast<std::uint64_t>(packet->bytes);
    outputs_[port].load.packets++;
    const Picoseconds left = std::max(now_, packet->earliest);
    if (packet->input != no_index) {
      at(left + duration + ports_[packet->input].latency + rules_.credit_delay, credit, port,
         [this, input = packet->input, channel = packet->input_channel, bytes = packet->bytes] {
           outputs_[input].credits[channel] += bytes;
           wake_at(input, now_);
         });
    }
    go_on(port, packet, duration, left);
    return;
  }
  if (rules_.queueing == Queueing::inputs && packet->input != no_index) {
    auto& queue = inputs_[{packet->input, packet->input_channel}];
    queue.push_back(packet);
    if (queue.size() > 1) return;
  }
  ask(packet);
  serve(port);
}

void Reference::ask(const PacketPointer& packet) {
  Output& output = outputs_[hop_of(*packet).port];
  const InputQueue input{packet->input, packet->input_channel};
  if (!has_waiting(hop_of(*packet).port, input)) output.turns.push_back(input);
  output.waiting.push_back(packet);
}

bool Reference::has_waiting(PortId port, const InputQueue& input) const {
  const Output& output = outputs_[port];
  if (input.first == no_index) return !output.messages.empty();
  return std::any_of(output.waiting.begin(), output.waiting.end(), [&](const PacketPointer& each) {
    return InputQueue{each->input, each->input_channel} == input;
  });
}

// The packet that the network card would send next by this port, not yet made.
Reference::PacketPointer Reference::card_packet(PortId port) const {
  const Output& output = outputs_[port];
  if (output.messages.empty()) return nullptr;
  auto packet = std::make_shared<Packet>();
  packet->message = output.messages.front();
  const auto made = output.made_bytes.find(packet->message);
  const std::uint64_t left =
      messages_[packet->message].size_bytes - (made == output.made_bytes.end() ? 0 : made->second);
  packet->bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(left, rules_.payload_bytes)) +
                  rules_.header_bytes;
  packet->head = packet->earliest = output.card_ready;
  return packet;
}

// Those that may be asked whether they can leave: of the age arbiter the first of each channel, by
// age; of round robin the first of each input and channel, by turn.
std::vector<Reference::PacketPointer> Reference::candidates(PortId port) const {
  const Output& output = outputs_[port];
  std::vector<PacketPointer> result;
  if (rules_.arbiter == Arbiter::age) {
    std::map<std::uint8_t, PacketPointer> first;
    for (const PacketPointer& packet : output.waiting) {
      first.emplace(hop_of(*packet).channel, packet);
    }
    for (const auto& [channel, packet] : first) result.push_back(packet);
    if (const PacketPointer packet = card_packet(port)) result.push_back(packet);
    std::stable_sort(result.begin(), result.end(),
                     [](const auto& a, const auto& b) { return a->head < b->head; });
    return result;
  }
  for (const InputQueue& turn : output.turns) {
    if (turn.first == no_index) {
      result.push_back(card_packet(port));
      continue;
    }
    for (const PacketPointer& packet : output.waiting) {
      if (InputQueue{packet->input, packet->input_channel} != turn) continue;
      result.push_back(packet);
      break;
    }
  }
  return result;
}

bool Reference::may_leave(PortId port, const Packet& packet, Picoseconds& retry) const {
  Picoseconds earliest = packet.earliest;
  const auto busy = input_busy_until_.find(packet.input);
  if (packet.input != no_index && busy != input_busy_until_.end()) {
    earliest = std::max(earliest, busy->second);
  }
  if (earliest > now_) {
    retry = std::min(retry, earliest);
    return false;
  }
  if (is_last(packet)) return true;
  const Hop& hop = hop_of(packet);
  const std::int64_t needed = packet.bytes + (hop.needs_bubble ? full_bytes() : 0);
  return outputs_[port].credits.at(hop.channel) >= needed;
}

Reference::PacketPointer Reference::choose(PortId port, Picoseconds& retry) {
  for (const PacketPointer& packet : candidates(port)) {
    if (may_leave(port, *packet, retry)) return packet;
  }
  return nullptr;
}

void Reference::serve(PortId port) {
  Output& output = outputs_[port];
  if (output.free_at > now_) return;  // it is asked again then
  Picoseconds retry = never;
  if (const PacketPointer packet = choose(port, retry)) {
    grant(port, packet);
  } else if (retry != never) {
    wake_at(port, retry);
  }
}

void Reference::take_from_card(PortId port, const PacketPointer& packet) {
  Output& output = outputs_[port];
  const std::size_t message = packet->message;
  std::uint64_t& made = output.made_bytes[message];
  made += static_cast<std::uint64_t>(packet->bytes - rules_.header_bytes);
  output.card_ready = output.free_at;
  output.messages.pop_front();
  if (made == messages_[message].size_bytes) return;
  if (rules_.injection == Injection::in_order) {
    output.messages.push_front(message);
  } else {
    output.messages.push_back(message);
  }
}

void Reference::grant(PortId port, const PacketPointer& packet) {
  Output& output = outputs_[port];
  const Picoseconds duration = serialisation(packet->bytes, ports_[port].byte_time);
  output.free_at = now_ + duration;
  output.load.bytes += static_cast<std::uint64_t>(packet->bytes);
  output.load.packets++;
  output.load.waiting += now_ - packet->earliest;
  const InputQueue input{packet->input, packet->input_channel};
  if (packet->input == no_index) {
    take_from_card(port, packet);
  } else {
    output.waiting.remove(packet);
  }
  output.turns.remove(input);
  if (has_waiting(port, input)) output.turns.push_back(input);
  if (packet->input != no_index) leave_input(packet, duration);
  go_on(port, packet, duration, now_);
  wake_at(port, output.free_at);
}

void Reference::leave_input(const PacketPointer& packet, Picoseconds duration) {
  const PortId input = packet->input;
  at(now_ + duration + ports_[input].latency + rules_.credit_delay, credit, hop_of(*packet).port,
     [this, input, channel = packet->input_channel, bytes = packet->bytes] {
       outputs_[input].credits[channel] += bytes;
       wake_at(input, now_);
     });
  if (rules_.crossbar_speedup > 0) {
    input_busy_until_[input] = now_ + input_time(rules_, duration);
  }
  if (rules_.queueing != Queueing::inputs) return;
  auto& queue = inputs_[{input, packet->input_channel}];
  queue.pop_front();
  if (queue.empty()) return;
  ask(queue.front());
  wake_at(hop_of(*queue.front()).port, now_);
}

// To the next router, or home.
void Reference::go_on(PortId port, const PacketPointer& packet, Picoseconds duration,
                      Picoseconds left) {
  const Picoseconds there = left + ports_[port].latency + ports_[port].far_delay;
  if (is_last(*packet)) {
    Picoseconds& last = last_arrivals_[packet->message];
    last = std::max(last, left + duration + ports_[port].latency +
                              (ports_[port].ends_at_router ? ports_[port].far_delay : 0));
    if (--missing_packets_[packet->message] == 0) {
      at(last, delivery, port,
         [this, message = packet->message] { messages_[message].end = now_; });
    }
    return;
  }
  outputs_[port].credits[hop_of(*packet).channel] -= packet->bytes;
  auto next = std::make_shared<Packet>(*packet);
  next->hop++;
  next->input = port;
  next->input_channel = hop_of(*packet).channel;
  next->head = there;
  next->earliest = earliest_departure(
      rules_, there, duration, serialisation(packet->bytes, ports_[hop_of(*next).port].byte_time));
  at(there, head, port, [this, next] { arrive(next); });
}

}  // namespace smpi::models::packet
