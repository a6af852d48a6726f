// SPDX-License-Identifier: BSD-3-Clause
//
// Networks of some links for tests, on which messages have ways of their own; run by the engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/packet/partition.h"
#include "reference.h"

namespace smpi::models::packet {

// Link of `bandwidth_bytes_per_s`; buffers unlimited unless given.
inline PortFacts link_of(double bandwidth_bytes_per_s, Picoseconds latency, Picoseconds far_delay,
                         std::int64_t buffer_bytes = unlimited_bytes) {
  PortFacts facts;
  facts.byte_time = byte_time_of(bandwidth_bytes_per_s);
  facts.latency = latency;
  facts.far_delay = far_delay;
  facts.buffer_bytes = buffer_bytes;
  return facts;
}

// Runs messages on links. The number of a message is its label; those of a host are numbered in the
// order of their starts, which its way is found by.
class SmallNetwork : public Paths, public Owner {
 public:
  SmallNetwork(const std::vector<PortFacts>& links, const Rules& rules, std::uint32_t channels = 4)
      : ports_(links.size(), channels), rules_(rules) {
    for (PortId link = 0; link < links.size(); link++) ports_.set(link, links[link]);
    ports_.count_load();
    Picoseconds window = never;
    for (const PortFacts& link : links) window = std::min(window, link.latency + link.far_delay);
    partition_.emplace_back(ports_, rules_, *this, *this, std::max<Picoseconds>(window, 1));
  }

  void add(const Reference::Message& message) { messages_.push_back(message); }
  // As the reference's. All messages are there.
  bool run() {
    departures_.assign(messages_.size(), never);
    std::vector<std::uint32_t> order(messages_.size());
    for (std::uint32_t i = 0; i < order.size(); i++) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
      return messages_[a].start < messages_[b].start;
    });
    for (const std::uint32_t i : order) {
      const Reference::Message& message = messages_[i];
      if (of_host_.size() <= message.host) of_host_.resize(message.host + 1);
      of_host_[message.host].push_back(i);
      partition().start(message.start, {.source = message.host,
                                        .destination = no_index,
                                        .size_bytes = message.size_bytes,
                                        .labels = {i, 0},
                                        .wants_departure = true});
    }
    partition().run_until(never);
    return std::all_of(messages_.begin(), messages_.end(),
                       [](const Reference::Message& message) { return message.end != never; });
  }
  Partition& partition() { return partition_.front(); }
  Picoseconds end_of(std::size_t message) const { return messages_[message].end; }
  Picoseconds departure_of(std::size_t message) const { return departures_[message]; }
  const PortCounters& load(PortId port) const { return ports_.counters(port); }

  Picoseconds find(const Trip& trip, std::vector<Hop>& hops) override {
    const auto& way = messages_[of_host_[trip.source][trip.number]].way;
    hops.insert(hops.end(), way.begin(), way.end());
    return 0;
  }
  void delivered(MessageId, const Labels& labels, Picoseconds now) override {
    messages_[labels[0]].end = now;
  }
  void departed(const Labels& labels, Picoseconds now) override { departures_[labels[0]] = now; }
  void due(std::uint32_t, std::uint32_t, Picoseconds) override {}

 private:
  Ports ports_;
  Rules rules_;
  std::vector<Partition> partition_;
  std::vector<Reference::Message> messages_;
  std::vector<std::vector<std::uint32_t>> of_host_;
  std::vector<Picoseconds> departures_;  // by message
};

}  // namespace smpi::models::packet
