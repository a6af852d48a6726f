// SPDX-License-Identifier: BSD-3-Clause
//
// Closed forms of packet networks, each in front of its test: chains, credits, incast, fairness,
// input queues, random arrivals, parking lots, victims.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "kernel/random_stream.h"
#include "small_network.h"

namespace smpi::models::packet {
namespace {

constexpr Picoseconds latency = 25'000, delay = 50'000;

// The way over the first `count` links.
std::vector<Hop> chain(std::size_t count) {
  std::vector<Hop> way;
  for (PortId link = 0; link < count; link++) way.push_back({link});
  return way;
}

// Links in a row; the last one ends at a host.
std::vector<PortFacts> row(const std::vector<double>& speeds, std::int64_t buffer_bytes) {
  std::vector<PortFacts> links;
  for (const double speed : speeds) links.push_back(link_of(speed, latency, delay, buffer_bytes));
  links.back().far_delay = 0;
  return links;
}

Picoseconds time_of_one(const std::vector<PortFacts>& links, const Rules& rules,
                        std::uint64_t size_bytes) {
  SmallNetwork network(links, rules);
  network.add({.size_bytes = size_bytes, .way = chain(links.size())});
  EXPECT_TRUE(network.run());
  return network.end_of(0);
}

double latencies(const std::vector<PortFacts>& links) {
  double sum = 0;
  for (const PortFacts& link : links) sum += static_cast<double>(link.latency + link.far_delay);
  return sum;
}

// One packet of s bytes over links of B_i:
//   cut-through        sum L + routers R + s (1/B_last + sum of max(0, 1/B_i - 1/B_(i+1)))
//   store-and-forward  sum (L + s/B_i) + routers R
TEST(PacketClosedForms, OnePacket) {
  const std::vector<double> speeds = {1e9, 10e9, 3e9};
  for (std::size_t links = 2; links <= 7; links++) {
    for (std::size_t pattern = 0; pattern < 27; pattern++) {
      std::vector<double> chosen;
      for (std::size_t i = 0; i < links; i++) {
        chosen.push_back(speeds[(pattern / static_cast<std::size_t>(std::pow(3, i % 3)) + i) % 3]);
      }
      for (const std::uint64_t size : {1U, 100U, 4096U}) {
        const double wire = static_cast<double>(size) + 30;
        const auto facts = row(chosen, unlimited_bytes);
        double through = latencies(facts) + wire / chosen.back() * 1e12;
        double stored = latencies(facts) + wire / chosen.back() * 1e12;
        for (std::size_t i = 0; i + 1 < links; i++) {
          through += 1e12 * wire * std::max(0.0, 1 / chosen[i] - 1 / chosen[i + 1]);
          stored += 1e12 * wire / chosen[i];
        }
        const auto tolerance = static_cast<double>(links);
        EXPECT_NEAR(static_cast<double>(time_of_one(facts, {}, size)), through, tolerance);
        EXPECT_NEAR(static_cast<double>(
                        time_of_one(facts, {.switching = Switching::store_and_forward}, size)),
                    stored, tolerance);
      }
    }
  }
}

// A message of n packets and S bytes on the wire over equal links, with ample credits:
//   cut-through        sum L + routers R + S/B
//   store-and-forward  the same, and another s_1/B for each link but one, s_1 that of a full packet
TEST(PacketClosedForms, MessageOfPackets) {
  for (std::size_t links = 2; links <= 7; links++) {
    for (const double speed : {1e9, 10e9, 12.5e9}) {
      for (const std::uint64_t size : {1ULL, 4096ULL, 4097ULL, 65536ULL, 1048576ULL}) {
        const auto facts = row(std::vector<double>(links, speed), unlimited_bytes);
        const auto packets = static_cast<double>(packet_count({}, size));
        const double wire = static_cast<double>(size) + 30 * packets;
        const double through = latencies(facts) + wire / speed * 1e12;
        const double full = static_cast<double>(std::min<std::uint64_t>(size, 4096)) + 30;
        const double stored = through + full / speed * 1e12 * static_cast<double>(links - 1);
        const double tolerance = static_cast<double>(links) * packets;
        EXPECT_NEAR(static_cast<double>(time_of_one(facts, {}, size)), through, tolerance);
        EXPECT_NEAR(static_cast<double>(
                        time_of_one(facts, {.switching = Switching::store_and_forward}, size)),
                    stored, tolerance);
      }
    }
  }
}

// c packets of room behind each link, and a credit that is back after a loop of s/B + 2 L + R + its
// own delay: packets go c by c, one such group a loop, if that takes longer than c s/B.
TEST(PacketClosedForms, CreditsLimitTheRate) {
  constexpr std::uint64_t packets = 256;
  for (std::size_t links = 2; links <= 7; links++) {
    for (const std::int64_t room : {1, 2, 8}) {
      for (const double speed : {1e9, 10e9, 100e9}) {
        for (const Picoseconds credit_delay : {0, 50'000}) {
          Rules rules;
          rules.header_bytes = 0;
          rules.credit_delay = credit_delay;
          const auto facts = row(std::vector<double>(links, speed), room * 4096);
          const Picoseconds own = serialisation(4096, byte_time_of(speed));
          const Picoseconds loop = own + 2 * latency + delay + credit_delay;
          const auto after = static_cast<Picoseconds>(packets - 1);
          const Picoseconds stretch =
              loop > room * own ? after / room * loop + after % room * own : after * own;
          EXPECT_EQ(time_of_one(facts, rules, packets * 4096),
                    stretch + static_cast<Picoseconds>(latencies(facts)) + own);
        }
      }
    }
  }
}

// The number that another implementation of these rules gave: c = 1, 256 packets of 4,096 bytes,
// 10 GB/s, L = 25 ns, R = 50 ns, three routers, no credit delay.
TEST(PacketClosedForms, PublishedPicoseconds) {
  const auto facts = row(std::vector<double>(4, 10e9), 4096);
  const Picoseconds last_link = latency;  // is not in the published number
  EXPECT_EQ(time_of_one(facts, {.header_bytes = 0, .credit_delay = 0}, 256 * 4096) - last_link,
            130'582'600);
}

// k senders through one switch: links 0..k-1 lead to it, link k to the receiver.
SmallNetwork incast(std::uint32_t senders, std::uint64_t size_bytes, const Rules& rules,
                    std::int64_t room) {
  auto facts = row(std::vector<double>(senders + 1, 10e9), room);
  for (std::uint32_t i = 0; i < senders; i++) facts[i].far_delay = delay;
  SmallNetwork network(facts, rules);
  for (std::uint32_t sender = 0; sender < senders; sender++) {
    network.add({.host = sender, .size_bytes = size_bytes, .way = {{sender}, {senders}}});
  }
  return network;
}

// Incast: the last byte is there at k S/B and what one byte would take, within a packet; nothing is
// lost. And outputs are fair: no sender is more than a packet ahead of another, so all end within
// the last k packets.
TEST(PacketClosedForms, IncastIsServedAtFullSpeedAndFairly) {
  for (const Arbiter arbiter : {Arbiter::age, Arbiter::round_robin}) {
    for (std::uint32_t senders = 2; senders <= 64; senders *= 2) {
      Rules rules;
      rules.arbiter = arbiter;
      SmallNetwork network = incast(senders, 100'000, rules, 8 * 4126);
      ASSERT_TRUE(network.run());
      const double packet = 4126 / 10e9 * 1e12;
      const double wire = 100'000 + 25 * 30;
      Picoseconds first = never;
      Picoseconds last = 0;
      for (std::uint32_t i = 0; i < senders; i++) {
        first = std::min(first, network.end_of(i));
        last = std::max(last, network.end_of(i));
      }
      const double expected = senders * wire / 10e9 * 1e12 + 2 * latency + delay;
      EXPECT_NEAR(static_cast<double>(last), expected, packet);
      EXPECT_LE(static_cast<double>(last - first), senders * packet);
    }
  }
}

// N backlogged inputs, each packet to a random output. Queues in inputs, where the first blocks the
// others: 0.75, 0.6825, 0.6553, 0.6184 of a port for N = 2, 3, 4, 8 (Karol, Hluchyj and Morgan
// 1987). Queues at outputs: above 0.95.
double throughput_of_switch(std::uint32_t ports, Queueing queueing, std::uint32_t packets) {
  Rules rules;
  rules.header_bytes = 0;
  rules.queueing = queueing;
  rules.crossbar_speedup = queueing == Queueing::inputs ? 1 : 0;
  rules.credit_delay = 0;
  std::vector<PortFacts> links;
  for (std::uint32_t i = 0; i < 2 * ports; i++) links.push_back(link_of(10e9, 1000, 0, 64 * 4096));
  SmallNetwork network(links, rules, 1);
  kernel::RandomStream stream(7, ports);
  for (std::uint32_t i = 0; i < packets; i++) {
    for (std::uint32_t input = 0; input < ports; input++) {
      const auto output = static_cast<std::uint32_t>(kernel::draw_below(stream, ports));
      network.add({.host = input, .size_bytes = 4096, .way = {{input}, {ports + output}}});
    }
  }
  EXPECT_TRUE(network.run());
  // While all inputs have packets: until the first input is through.
  Picoseconds until = never;
  for (std::uint32_t input = 0; input < ports; input++) {
    until = std::min(until, network.end_of(std::size_t{packets - 1} * ports + input));
  }
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < std::size_t{packets} * ports; i++) done += network.end_of(i) <= until;
  return static_cast<double>(done) * 409'600 / (static_cast<double>(until) * ports);
}

TEST(PacketClosedForms, InputQueuesBlock) {
  constexpr std::uint32_t packets = 100'000;
  EXPECT_NEAR(throughput_of_switch(2, Queueing::inputs, packets), 0.75, 0.0075);
  EXPECT_NEAR(throughput_of_switch(3, Queueing::inputs, packets), 0.6825, 0.0068);
  EXPECT_NEAR(throughput_of_switch(4, Queueing::inputs, packets), 0.6553, 0.0066);
  EXPECT_NEAR(throughput_of_switch(8, Queueing::inputs, packets), 0.6184, 0.0062);
  EXPECT_GT(throughput_of_switch(8, Queueing::outputs, packets / 4), 0.95);
}

// Single packets at random times into one output, of load u: the mean wait is u s / (2 B (1 - u)).
TEST(PacketClosedForms, RandomArrivalsWaitAsInAQueueOfConstantService) {
  constexpr std::uint32_t packets = 1'000'000;
  const double service = 4126 / 10e9 * 1e12;
  for (const auto& [load, tolerance] : {std::pair{0.3, 0.02}, {0.6, 0.02}, {0.9, 0.05}}) {
    std::vector<PortFacts> links = {link_of(10e9, 1000, 0), link_of(10e9, 1000, 0)};
    links[0].is_pipe = true;
    SmallNetwork network(links, {}, 1);
    kernel::RandomStream stream(11, 0);
    double time = 0;
    for (std::uint32_t i = 0; i < packets; i++) {
      time += kernel::draw_exponential(stream) * service / load;
      network.add({.start = std::llround(time), .size_bytes = 4096, .way = {{0}, {1}}});
    }
    ASSERT_TRUE(network.run());
    const double wait = static_cast<double>(network.load(1).waiting) / packets;
    const double expected = load * service / (2 * (1 - load));
    EXPECT_NEAR(wait, expected, tolerance * expected) << "load " << load;
  }
}

// A row of m merges: at each a source of its own joins. Link i leads from merge i to the next, link
// m + i from source i to merge i; source m is one more at merge 0. Returns the share of each source
// while all send.
std::vector<double> parking_lot(std::uint32_t merges, Arbiter arbiter) {
  Rules rules;
  rules.arbiter = arbiter;
  std::vector<PortFacts> links(2 * merges + 1, link_of(10e9, latency, delay, 8 * 4126));
  links[merges - 1].far_delay = 0;
  SmallNetwork network(links, rules, 1);
  constexpr std::uint64_t packets = 4000;
  for (std::uint32_t source = 0; source <= merges; source++) {
    std::vector<Hop> way = {{merges + source}};
    for (std::uint32_t i = source == merges ? 0 : source; i < merges; i++) way.push_back({i});
    // Packet after packet, so that ends tell how many have come.
    for (std::uint64_t i = 0; i < packets; i++) {
      network.add({.host = source, .size_bytes = 4096, .way = way});
    }
  }
  EXPECT_TRUE(network.run());
  Picoseconds until = never;
  for (std::uint32_t source = 0; source <= merges; source++) {
    until = std::min(until, network.end_of((source + 1) * packets - 1));
  }
  std::vector<double> shares;
  for (std::uint32_t source = 0; source <= merges; source++) {
    double done = 0;
    for (std::uint64_t i = 0; i < packets; i++)
      done += network.end_of(source * packets + i) <= until;
    shares.push_back(done * 412'600 / static_cast<double>(until));
  }
  return shares;
}

// Each merge halves: 1/2 for the last source, 1/4, ..., and 2^-m for the first two. Round robin
// does so by its rule; by age it comes to the same, as full buffers take packets in at the rate at
// which they leave, and an age counts from the arrival at a router.
TEST(PacketClosedForms, ParkingLot) {
  for (std::uint32_t merges = 2; merges <= 5; merges++) {
    for (const Arbiter arbiter : {Arbiter::round_robin, Arbiter::age}) {
      const std::vector<double> shares = parking_lot(merges, arbiter);
      for (std::uint32_t source = 0; source <= merges; source++) {
        const double expected = std::pow(0.5, source == merges ? merges : merges - source);
        EXPECT_NEAR(shares[source], expected, 0.03 * expected) << merges << " " << source;
      }
    }
  }
}

// A hot and a victim flow share a link to a switch, whose hot output has k inputs. With finite
// buffers and one channel the victim gets B/k: the hot flow's packets stand before its own.
TEST(PacketClosedForms, VictimOfIncast) {
  for (const Queueing queueing : {Queueing::outputs, Queueing::inputs}) {
    for (const std::uint32_t inputs : {2U, 4U, 8U}) {
      Rules rules;
      rules.arbiter = Arbiter::round_robin;
      rules.queueing = queueing;
      // Links: 0 shared, 1 hot output, 2 victim's output, 3 and 4 to the shared one, then others.
      std::vector<PortFacts> links(4 + inputs, link_of(10e9, latency, delay, 8 * 4126));
      links[1].far_delay = links[2].far_delay = 0;
      SmallNetwork network(links, rules, 1);
      constexpr std::uint64_t packets = 2000;
      const auto send = [&](std::uint32_t host, const std::vector<Hop>& way) {
        for (std::uint64_t i = 0; i < packets; i++) {
          network.add({.host = host, .size_bytes = 4096, .way = way});
        }
      };
      send(0, {{3}, {0}, {2}});
      send(1, {{4}, {0}, {1}});
      for (std::uint32_t i = 1; i < inputs; i++) send(1 + i, {{4 + i}, {1}});
      ASSERT_TRUE(network.run());
      const Picoseconds until = network.end_of(packets - 1);
      const double share = packets * 412'600.0 / static_cast<double>(until);
      EXPECT_NEAR(share, 1.0 / inputs, 0.03 / inputs);
    }
  }
}

}  // namespace
}  // namespace smpi::models::packet
