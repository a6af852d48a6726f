// SPDX-License-Identifier: BSD-3-Clause
//
// What measured networks have besides factors (MODELS 12): rates bounded by the factor, messages
// inside a host, acknowledgements that reserve capacity, noise, and what lies beyond measurements.
// CM02 with 2 links of 1 GB/s and 10 us unless said otherwise: L = 20 us, S = s + 16.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/network/measured.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

constexpr double latency_s = 2e-5;
constexpr double capacity_bytes_per_s = 1e9;
constexpr double size_bytes = 1e6;
constexpr double wire_bytes = size_bytes + 16;

struct Calibrated : testing::Test {
  struct Message {
    HostId source;
    HostId destination;
    double size_bytes = calibrated_size;
    double start_s = 0;
    std::uint32_t sender = nobody;
  };
  static constexpr double calibrated_size = models::size_bytes;
  static constexpr std::uint32_t nobody = ~0U;

  void make(const std::string& config, const std::string& description = "star:8",
            const std::string& loopback = "") {
    platform_ = make_short_platform(
        description,
        {.host_speed = "1Gf", .link = "1GBps,10us", .core_count = 1, .loopback = loopback});
    options_.declare(Network::options());
    options_.set_from_argument("network/model:CM02 network/crosstraffic:no " + config);
    network_ = Network::make(engine_, platform_, options_);
  }
  // The times at which the messages arrive.
  const std::vector<double>& run(const std::vector<Message>& messages) {
    messages_ = messages;
    ends_.assign(messages.size(), -1);
    for (std::uint32_t i = 0; i < messages_.size(); i++) {
      engine_.events().schedule(
          messages_[i].start_s, kernel::Priority::timer,
          [](void* self, std::uint32_t index) { static_cast<Calibrated*>(self)->start(index); },
          this, i);
    }
    engine_.spawn([this] { engine_.sleep(1); }, nullptr);
    engine_.run();
    return ends_;
  }
  void start(std::uint32_t index) {
    const Message& message = messages_[index];
    if (message.sender != nobody) measured(*network_)->expect_sender(message.sender);
    network_->start({.source = message.source,
                     .destination = message.destination,
                     .size_bytes = message.size_bytes,
                     .done =
                         [](void* self, std::uint32_t ended) {
                           auto* test = static_cast<Calibrated*>(self);
                           test->ends_[ended] = test->engine_.now_s();
                         },
                     .owner = this,
                     .argument = index});
  }

  kernel::Engine engine_;
  Platform platform_;
  kernel::Options options_;
  std::unique_ptr<Network> network_;
  std::vector<Message> messages_;
  std::vector<double> ends_;
};

void expect_near(double value, double expected) {
  EXPECT_NEAR(value, expected, 1e-12 * expected);
}

// MODELS 12.1: a flow alone takes S / (fB C), as without per-flow; two of fB = 0.25 do not slow
// each other, five share the link.
TEST_F(Calibrated, AFactorBoundsTheRateOfAFlow) {
  make("network/bandwidth-factor:0.25 network/per-flow:1");
  const double alone_s = latency_s + wire_bytes / (0.25 * capacity_bytes_per_s);
  expect_near(network_->uncontended_time_s(0, 1, size_bytes), alone_s);
  const auto& ends = run({{0, 1}, {2, 3}, {2, 4}});
  for (const double end_s : ends) expect_near(end_s, alone_s);
}

TEST_F(Calibrated, ManyBoundedFlowsFillTheLink) {
  make("network/bandwidth-factor:0.25 network/per-flow:1");
  const auto& ends = run({{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}});
  for (const double end_s : ends) expect_near(end_s, latency_s + 5 * wire_bytes / 1e9);
}

// Without it the factor scales what drains: two flows on a link take twice as long each.
TEST_F(Calibrated, AFactorOfWhatDrainsIsSharedByTheFlows) {
  make("network/bandwidth-factor:0.25");
  const auto& ends = run({{0, 1}, {0, 2}});
  for (const double end_s : ends) expect_near(end_s, latency_s + 2 * wire_bytes / 0.25e9);
}

// Only sizes above the threshold, header included; a factor above 1 bounds nothing.
TEST_F(Calibrated, PerFlowIsBySize) {
  make("network/bandwidth-factor:0:2;1016:0.5 network/per-flow:1016:1");
  const auto& ends = run({{0, 1, 1000}, {2, 3, 1001}, {2, 4, 1001}});
  expect_near(ends[0], latency_s + 1016 / 2e9);
  expect_near(ends[1], latency_s + 1017 / 0.5e9);
  expect_near(ends[2], latency_s + 1017 / 0.5e9);
}

TEST_F(Calibrated, AFactorAboveOneBoundsNothing) {
  make("network/bandwidth-factor:2 network/per-flow:1");
  expect_near(run({{0, 1}})[0], latency_s + wire_bytes / 1e9);
}

// The window: gamma / (2 L) = 0.6e9 is above fB C = 0.5e9, and below C; then it bounds.
TEST_F(Calibrated, TheWindowBoundsToo) {
  make("network/bandwidth-factor:0.5 network/per-flow:1 network/TCP-gamma:24000");
  expect_near(run({{0, 1}})[0], latency_s + wire_bytes / 0.5e9);
}

TEST_F(Calibrated, ASmallWindowIsTheBound) {
  make("network/bandwidth-factor:0.5 network/per-flow:1 network/TCP-gamma:16000");
  expect_near(run({{0, 1}})[0], latency_s + wire_bytes / 0.4e9);
}

// A link that gets faster: the bound is a share of the new capacity.
TEST_F(Calibrated, ABoundFollowsTheCapacity) {
  make("network/bandwidth-factor:0.5 network/per-flow:1 network/header-size:0");
  engine_.events().schedule(
      latency_s + 1e-3, kernel::Priority::timer,
      [](void* self, std::uint32_t) {
        auto* test = static_cast<Calibrated*>(self);
        const LinkId up = *test->platform_.find_link("star_link_0_UP");
        test->platform_.links.bandwidth_bytes_per_s[up] = 0.5e9;
        test->network_->link_changed(up);
      },
      this, 0);
  // 0.5 MB in the first millisecond, then 0.25 GB/s.
  expect_near(run({{0, 1}})[0], latency_s + 1e-3 + 0.5e6 / 0.25e9);
}

// MODELS 12.2: inside a host other factors, of the loopback of the platform or the built-in one.
TEST_F(Calibrated, LoopbacksHaveTheirOwnFactors) {
  make(
      "network/bandwidth-factor:0.5 network/latency-factor:3 network/loopback-bandwidth-factor:0.2 "
      "network/loopback-latency-factor:0:7 network/loopback-bw:4e9 network/loopback-lat:1e-6");
  const auto& ends = run({{0, 0}, {1, 2}});
  expect_near(ends[0], 7e-6 + wire_bytes / (0.2 * 4e9));
  expect_near(ends[1], 3 * latency_s + wire_bytes / 0.5e9);
  expect_near(network_->uncontended_time_s(0, 0, size_bytes), ends[0]);
}

TEST_F(Calibrated, LoopbacksOfThePlatformHaveThemToo) {
  make("network/loopback-bandwidth-factor:0.2 network/loopback-latency-factor:7", "star:8",
       "4GBps,1us");
  expect_near(run({{0, 0}})[0], 7e-6 + wire_bytes / (0.2 * 4e9));
}

TEST_F(Calibrated, LoopbackFactorsMayBoundRates) {
  make("network/loopback-bandwidth-factor:0.2 network/loopback-per-flow:1 network/loopback-bw:4e9");
  const auto& ends = run({{0, 0}, {0, 0}});
  for (const double end_s : ends) expect_near(end_s, wire_bytes / 0.8e9);
}

// Three flows of 4 GB/s inside a host whose memory carries 6 GB/s; another host is not concerned.
TEST_F(Calibrated, AHostHasACapacityForAllItsLoopbacks) {
  make("network/loopback-bw:4e9 network/loopback-capacity:6e9");
  const auto& ends = run({{0, 0}, {0, 0}, {0, 0}, {1, 1}});
  for (int i = 0; i < 3; i++) expect_near(ends[i], wire_bytes / 2e9);
  expect_near(ends[3], wire_bytes / 4e9);
}

TEST_F(Calibrated, TheCapacityHoldsForLoopbacksOfThePlatform) {
  make("network/loopback-capacity:6e9", "star:8", "4GBps,1us");
  const auto& ends = run({{0, 0}, {0, 0}, {0, 0}});
  for (const double end_s : ends) expect_near(end_s, 1e-6 + wire_bytes / 2e9);
}

// MODELS 12.3: a ring of four on two switches, routes of 2 and 4 links. Each link carries a flow
// and the acknowledgements of another: x (1 + a) = C. With crosstraffic:yes the flows on the long
// routes count as stopped where only acknowledgements of a short one's partner pass.
constexpr const char* two_racks = "fat-tree:2;2,2;1,1;1,1";
const std::vector<Calibrated::Message> ring = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};

TEST_F(Calibrated, AcknowledgementsInARingReserveTheirShare) {
  make("network/crosstraffic:reserve network/acknowledgements:0.05", two_racks);
  const auto& ends = run(ring);
  for (int i = 0; i < 4; i++) {
    const double route_s = i % 2 == 0 ? 2e-5 : 4e-5;
    EXPECT_NEAR(ends[i] - route_s, 1.05 * wire_bytes / 1e9, 0.01 * wire_bytes / 1e9) << i;
  }
}

TEST_F(Calibrated, ReservingNothingIsNoCrosstraffic) {
  make("network/crosstraffic:reserve network/acknowledgements:0", two_racks);
  const std::vector<double> reserved = run(ring);
  struct Other final : Calibrated {
    void TestBody() override {}
  } without;
  without.make("", two_racks);
  EXPECT_EQ(reserved, without.run(ring));
}

// On a star where every link carries as much as every other, no flow is stopped by acknowledgements
// alone, and reserving is the same as using: a ring, pairs both ways, all to all.
TEST_F(Calibrated, ReservingOnAnEvenStarIsUsing) {
  std::vector<std::vector<Message>> patterns(3);
  for (HostId host = 0; host < 8; host++) {
    patterns[0].push_back({host, (host + 1) % 8});
    patterns[1].push_back({host, host ^ 1U});
    for (HostId other = 0; other < 8; other++) {
      if (other != host) patterns[2].push_back({host, other});
    }
  }
  struct Run final : Calibrated {
    void TestBody() override {}
  };
  for (const std::vector<Message>& pattern : patterns) {
    Run reserving;
    reserving.make("network/crosstraffic:reserve");
    Run using_links;
    using_links.make("network/crosstraffic:yes");
    const std::vector<double> ends = reserving.run(pattern);
    const std::vector<double> expected = using_links.run(pattern);
    for (std::size_t i = 0; i < pattern.size(); i++) {
      EXPECT_NEAR(ends[i], expected[i], 1e-9 * expected[i]);
    }
  }
}

// Both ways at once on a link: x + a x = C.
TEST_F(Calibrated, ExchangesShareWithAcknowledgements) {
  make("network/crosstraffic:reserve network/acknowledgements:0.02");
  const auto& ends = run({{0, 1}, {1, 0}});
  for (const double end_s : ends) EXPECT_NEAR(end_s, latency_s + 1.02 * wire_bytes / 1e9, 1e-12);
}

// Three flows out of a host and one into it: the one gets C - a (x1 + x2 + x3), and the three share
// C - a y: X = (1 - a) C / (1 - a^2) = y. With crosstraffic:yes y would be stopped with the three,
// at C / 3.05.
TEST_F(Calibrated, AcknowledgementsDoNotStopTheirFlow) {
  make("network/crosstraffic:reserve network/acknowledgements:0.05 network/header-size:0");
  const auto& ends = run({{0, 1}, {0, 2}, {0, 3}, {4, 0}});
  const double rate = 1e9 / 1.05;
  EXPECT_NEAR(ends[3], latency_s + 1e6 / rate, 1e-12);
  // When y has ended, the three have 2 MB left, without acknowledgements of others.
  for (int i = 0; i < 3; i++) EXPECT_NEAR(ends[i], latency_s + 1e6 / rate + 2e6 / 1e9, 1e-12);
}

// A link that only acknowledgements would fill scales them: the flow does not wait for them, and a
// flow that competes with them is slow as long as they are there.
TEST_F(Calibrated, AcknowledgementsThatFillALinkAreScaled) {
  make("network/crosstraffic:reserve network/acknowledgements:0.5 network/header-size:0");
  const LinkId up = *platform_.find_link("star_link_0_UP");
  platform_.links.bandwidth_bytes_per_s[up] = 0.25e9;
  network_->link_changed(up);
  const auto& ends = run({{1, 0}, {0, 2, 1e5}});
  EXPECT_NEAR(ends[0], latency_s + 1e6 / 1e9, 1e-5);
  EXPECT_GT(ends[1], latency_s + 0.9e-3);
  EXPECT_LT(ends[1], latency_s + 1e-3 + 1e5 / 0.25e9);
}

// MODELS 12.4: noise scales the whole time of a flow, by another factor for each message.
TEST_F(Calibrated, NoiseScalesTheTimeOfAMessage) {
  make("network/noise:yes network/noise-remote:0:0.1 network/noise-seed:3");
  std::vector<Message> messages;
  for (int i = 0; i < 400; i++) messages.push_back({0, 1, size_bytes, 2e-3 * i});
  const auto& ends = run(messages);
  const double alone_s = latency_s + wire_bytes / 1e9;
  double sum = 0;
  for (std::size_t i = 0; i < messages.size(); i++) {
    sum += (ends[i] - messages[i].start_s) / alone_s;
  }
  EXPECT_NE(ends[0], ends[1] - 2e-3);
  EXPECT_NEAR(sum / 400, 1, 5 * 0.1 / 20);
}

// Each process has a stream of its own: what process 7 draws depends neither on process 5, nor on
// flows that no process sends, nor on the host.
TEST_F(Calibrated, NoiseIsThatOfTheSender) {
  struct Run final : Calibrated {
    void TestBody() override {}
    double end_of_last(const std::vector<Message>& messages) {
      make("network/noise:yes network/noise-remote:0:0.1 network/noise-seed:3");
      return run(messages).back();
    }
  };
  const double alone_s = Run().end_of_last({{0, 1, size_bytes, 0.1, 7}});
  EXPECT_EQ(alone_s,
            Run().end_of_last({{2, 3, size_bytes, 0, 5}, {4, 5}, {6, 1, size_bytes, 0.1, 7}}));
  EXPECT_NE(alone_s, Run().end_of_last({{2, 3, size_bytes, 0, 7}, {0, 1, size_bytes, 0.1, 7}}));
  EXPECT_NE(alone_s, Run().end_of_last({{0, 1, size_bytes, 0.1, 5}}));
}

TEST_F(Calibrated, NoiseThatIsNotAskedForIsNotThere) {
  make("network/noise-remote:0:0.1");
  expect_near(run({{0, 1}})[0], latency_s + wire_bytes / 1e9);
}

// MODELS 12.5: two of 4 messages and 2002 of 3002 bytes are not 10 to 1000 bytes; an empty one
// counts as one byte.
TEST_F(Calibrated, KnowsWhatWasNotMeasured) {
  make("network/measured-sizes:1:1000");
  run({{0, 1, 1000}, {0, 2, 1001}, {0, 2, 1001}, {0, 1, 0}});
  const auto validity = measured(*network_)->validity();
  ASSERT_TRUE(validity.has_value());
  EXPECT_EQ(validity->beyond_share_of_messages, 0.5);
  EXPECT_DOUBLE_EQ(validity->beyond_share_of_bytes, 2002 / 3002.0);
  EXPECT_EQ(validity->crowded_host, no_id);
}

// Four flows into host 0 for 20 us + 4 x 250 us of a second; three into host 1 are no crowd.
TEST_F(Calibrated, KnowsOfCrowds) {
  make("network/measured-sizes:1:10000000 network/header-size:0");
  run({{1, 0, 2.5e5}, {2, 0, 2.5e5}, {3, 0, 2.5e5}, {4, 0, 2.5e5}, {5, 1}, {6, 1}, {7, 1}});
  const auto validity = measured(*network_)->validity();
  EXPECT_EQ(validity->crowded_host, 0U);
  EXPECT_NEAR(validity->crowded_share, latency_s + 1e-3, 1e-9);
}

}  // namespace
}  // namespace smpi::models
