// SPDX-License-Identifier: BSD-3-Clause
//
// The engine against the reference on random networks: the same picoseconds, bytes and waiting
// times, and in both all credits come home. With trains the same again, by fewer events.
#include <gtest/gtest.h>

#include <string>

#include "kernel/random_stream.h"
#include "small_network.h"

namespace smpi::models::packet {
namespace {

using kernel::draw_below;
using kernel::RandomStream;

// A random network: links with random figures, and messages over random loopless ways. Ways visit
// links in ascending order, so that no cycle of buffers can stop them.
struct Draw {
  std::vector<PortFacts> links;
  Rules rules;
  std::vector<Reference::Message> messages;
};

template <class Item>
Item one_of(RandomStream& stream, std::initializer_list<Item> items) {
  return *(items.begin() + draw_below(stream, items.size()));
}

Rules draw_rules(RandomStream& stream) {
  Rules rules;
  rules.payload_bytes = one_of(stream, {64U, 512U, 4096U});
  rules.header_bytes = one_of(stream, {0U, 2U, 30U});
  rules.credit_delay = one_of<Picoseconds>(stream, {0, 1'000, 100'000});
  rules.switching = one_of(
      stream, {Switching::cut_through, Switching::cut_through, Switching::store_and_forward});
  rules.arbiter = one_of(stream, {Arbiter::age, Arbiter::age, Arbiter::round_robin});
  rules.queueing = one_of(stream, {Queueing::outputs, Queueing::outputs, Queueing::inputs});
  rules.injection = one_of(stream, {Injection::in_order, Injection::in_turns});
  rules.crossbar_speedup = one_of(stream, {0.0, 0.0, 1.0, 2.0});
  return rules;
}

std::vector<Hop> draw_way(RandomStream& stream, std::size_t link_count, std::uint32_t channels) {
  std::vector<Hop> way;
  for (PortId link = 0; link < link_count; link++) {
    if (draw_below(stream, 3) != 0) continue;
    way.push_back({link, static_cast<std::uint8_t>(draw_below(stream, channels)),
                   draw_below(stream, 8) == 0});
  }
  if (way.empty()) way.push_back({static_cast<PortId>(draw_below(stream, link_count))});
  return way;
}

Draw make_draw(std::uint64_t seed) {
  RandomStream stream(seed, 0);
  Draw draw;
  draw.rules = draw_rules(stream);
  const std::int64_t packet_bytes = draw.rules.payload_bytes + draw.rules.header_bytes;
  const bool is_limited = draw_below(stream, 4) != 0;
  const bool has_pipes = draw_below(stream, 5) == 0;
  const std::size_t link_count = 1 + draw_below(stream, 10);
  for (std::size_t link = 0; link < link_count; link++) {
    const double bandwidth = one_of(stream, {1e9, 1e9, 3e9, 12.5e9, 0.7e9});
    draw.links.push_back(link_of(bandwidth,
                                 one_of<Picoseconds>(stream, {0, 1'000, 25'000, 500'000}),
                                 one_of<Picoseconds>(stream, {0, 50'000, 100'000})));
    if (is_limited) {
      draw.links.back().buffer_bytes =
          packet_bytes * static_cast<std::int64_t>(2 + draw_below(stream, 4));
    }
    draw.links.back().is_pipe = has_pipes && draw_below(stream, 3) == 0;
  }
  const std::uint32_t channels = 1 + static_cast<std::uint32_t>(draw_below(stream, 3));
  const std::size_t host_count = 1 + draw_below(stream, 6);
  const std::size_t message_count = 1 + draw_below(stream, 20);
  for (std::size_t i = 0; i < message_count; i++) {
    Reference::Message message;
    message.start = static_cast<Picoseconds>(draw_below(stream, 4) * 250'000);
    message.host = static_cast<std::uint32_t>(draw_below(stream, host_count));
    message.size_bytes = one_of<std::uint64_t>(stream, {0, 1, 64, 4096, 5000, 20000});
    message.way = draw_way(stream, link_count, channels);
    draw.messages.push_back(message);
  }
  return draw;
}

class VersusReference : public testing::TestWithParam<int> {};

TEST_P(VersusReference, SamePicoseconds) {
  constexpr int per_case = 50;
  for (int i = 0; i < per_case; i++) {
    const auto seed = static_cast<std::uint64_t>(GetParam() * per_case + i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Draw draw = make_draw(seed);
    Reference reference(draw.links, draw.rules);
    SmallNetwork network(draw.links, draw.rules);
    for (const Reference::Message& message : draw.messages) {
      reference.add(message);
      network.add(message);
    }
    EXPECT_TRUE(reference.run());
    EXPECT_TRUE(network.run());
    for (std::size_t message = 0; message < draw.messages.size(); message++) {
      EXPECT_EQ(network.end_of(message), reference.end_of(message)) << "message " << message;
    }
    for (PortId link = 0; link < draw.links.size(); link++) {
      EXPECT_EQ(network.load(link).bytes, reference.load(link).bytes);
      EXPECT_EQ(network.load(link).packets, reference.load(link).packets);
      EXPECT_EQ(network.load(link).queued_bytes, 0);
      if (draw.links[link].is_pipe) continue;
      EXPECT_EQ(network.load(link).waiting, reference.load(link).waiting);
    }
    EXPECT_TRUE(reference.is_balanced());
    EXPECT_EQ(network.partition().packets_under_way(), 0U);
    EXPECT_EQ(network.partition().messages_under_way(), 0U);
    for (PortId link = 0; link < draw.links.size(); link++) {
      for (std::uint8_t channel = 0; channel < 3; channel++) {
        EXPECT_EQ(network.partition().credits(link, channel), draw.links[link].buffer_bytes);
      }
    }
    if (HasFailure()) return;
  }
}

// A random network of which half of the messages have one link to go, and many packets.
Draw make_draw_for_trains(std::uint64_t seed) {
  Draw draw = make_draw(seed);
  draw.rules.arbiter = Arbiter::age;
  draw.rules.queueing = Queueing::outputs;
  draw.rules.crossbar_speedup = 0;
  draw.rules.injection = Injection::in_order;
  RandomStream stream(seed, 1);
  for (Reference::Message& message : draw.messages) {
    if (draw_below(stream, 2) == 0) continue;
    message.way.resize(1);
    message.size_bytes = draw_below(stream, 200'000);
  }
  return draw;
}

TEST(Trains, SamePicosecondsByFewerEvents) {
  std::uint64_t events_without = 0, events_with = 0;
  for (std::uint64_t seed = 0; seed < 1000; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Draw draw = make_draw_for_trains(seed);
    SmallNetwork without(draw.links, draw.rules);
    Rules rules = draw.rules;
    rules.has_trains = true;
    SmallNetwork with(draw.links, rules);
    for (const Reference::Message& message : draw.messages) {
      without.add(message);
      with.add(message);
    }
    ASSERT_TRUE(without.run());
    ASSERT_TRUE(with.run());
    for (std::size_t message = 0; message < draw.messages.size(); message++) {
      EXPECT_EQ(with.end_of(message), without.end_of(message)) << "message " << message;
      EXPECT_EQ(with.departure_of(message), without.departure_of(message)) << "message " << message;
    }
    for (PortId link = 0; link < draw.links.size(); link++) {
      EXPECT_EQ(with.load(link).bytes, without.load(link).bytes);
      EXPECT_EQ(with.load(link).packets, without.load(link).packets);
      EXPECT_EQ(with.load(link).busy, without.load(link).busy);
      EXPECT_EQ(with.load(link).waiting, without.load(link).waiting);
      EXPECT_EQ(with.load(link).most_queued_bytes, without.load(link).most_queued_bytes);
    }
    EXPECT_EQ(with.partition().hop_count(), without.partition().hop_count());
    EXPECT_EQ(with.partition().messages_under_way(), 0U);
    EXPECT_EQ(with.partition().packets_under_way(), 0U);
    events_without += without.partition().event_count();
    events_with += with.partition().event_count();
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_LT(2 * events_with, events_without);
}

// Six messages of 32 packets to each side: one event for the end of each instead of one for each
// packet, beside its start, delivery and departure.
TEST(Trains, StencilNeedsAFifthOfTheEvents) {
  std::uint64_t events[2];
  for (const bool has_trains : {false, true}) {
    Rules rules;
    rules.has_trains = has_trains;
    SmallNetwork network(std::vector<PortFacts>(6, link_of(2e9, 40'000, 0)), rules);
    for (PortId link = 0; link < 6; link++) {
      network.add({.host = 0, .size_bytes = 131072, .way = {{link}}});
    }
    ASSERT_TRUE(network.run());
    // 131,072 bytes and 32 headers of 30 bytes at 500 ps a byte, and the latency.
    for (std::size_t i = 0; i < 6; i++) EXPECT_EQ(network.end_of(i), 66'056'000);
    events[has_trains] = network.partition().event_count();
  }
  EXPECT_EQ(events[false], 6U * (1 + 31 + 2));
  EXPECT_EQ(events[true], 6U * (1 + 2));
}

INSTANTIATE_TEST_SUITE_P(RandomNetworks, VersusReference, testing::Range(0, 20));

}  // namespace
}  // namespace smpi::models::packet
