// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs that are one to the network end when their two flows would: one history of exchanges,
// single messages and links that change, with start_pair() and with two starts.
#include "models/network/exchanges.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "models/network/flow_model.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

enum class Kind { exchange, message, bandwidth };
struct Event {
  double time_s;
  Kind kind = Kind::exchange;
  HostId source = 0;
  HostId destination = 0;
  double sizes_bytes[2] = {0, 0};
  LinkId link = 0;
};

// `crowd`: of the hosts, so many exchange messages; the fewer, the more of them meet.
std::vector<Event> draw(std::uint32_t seed, std::uint32_t crowd, bool has_changes) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(random() % count);
  };
  std::uniform_real_distribution<double> share(0, 1);
  std::vector<Event> events;
  for (int i = 0; i < 200; i++) {
    Event event{.time_s = 5e-2 * share(random)};
    event.source = below(crowd);
    event.destination = (event.source + 1 + below(crowd - 1)) % crowd;
    for (double& size : event.sizes_bytes) size = std::floor(std::pow(10, 5 * share(random)));
    if (below(2) == 0) event.sizes_bytes[1] = event.sizes_bytes[0];
    const std::uint32_t lot = below(20);
    if (lot < 2) event.kind = Kind::message;
    if (lot == 2 && has_changes) {
      event.kind = Kind::bandwidth;
      event.link = below(2 * crowd);
    }
    events.push_back(event);
  }
  return events;
}

class History {
 public:
  History(const char* config, bool has_pairs)
      : platform_(make_short_platform(
            "star:16",
            {.host_speed = "1Gf", .link = "10Gbps,24us", .core_count = 1, .loopback = ""})),
        has_pairs_(has_pairs) {
    options_.declare(Network::options());
    options_.set_from_argument(config);
    network_ = std::make_unique<FlowNetwork>(engine_, platform_, options_);
  }
  // When each message ended.
  std::vector<double> run(const std::vector<Event>& events) {
    events_ = &events;
    ends_.assign(2 * events.size(), -1);
    for (std::uint32_t i = 0; i < events.size(); i++) {
      engine_.events().schedule(
          events[i].time_s, kernel::Priority::timer,
          [](void* self, std::uint32_t index) { static_cast<History*>(self)->take(index); }, this,
          i);
    }
    engine_.spawn([this] { engine_.sleep(1e3); }, nullptr);
    engine_.run();
    EXPECT_EQ(network_->flow_count(), 0U);
    EXPECT_EQ(network_->pending_event_count(), 0U);
    return ends_;
  }
  const NetworkStatistics& statistics() const { return network_->statistics(); }

 private:
  FlowRequest request(std::uint32_t index, int direction) {
    const Event& event = (*events_)[index];
    const HostId hosts[] = {event.source, event.destination};
    return {.source = hosts[direction],
            .destination = hosts[1 - direction],
            .size_bytes = event.sizes_bytes[direction],
            .done =
                [](void* self, std::uint32_t message) {
                  auto* history = static_cast<History*>(self);
                  history->ends_[message] = history->engine_.now_s();
                },
            .owner = this,
            .argument = 2 * index + static_cast<std::uint32_t>(direction)};
  }
  void take(std::uint32_t index) {
    const Event& event = (*events_)[index];
    if (event.kind == Kind::bandwidth) {
      platform_.links.bandwidth_bytes_per_s[event.link] *= 0.7;
      network_->link_changed(event.link);
      return;
    }
    const bool is_exchange = event.kind == Kind::exchange;
    if (is_exchange && has_pairs_ && network_->start_pair(request(index, 0), request(index, 1))) {
      return;
    }
    network_->start(request(index, 0));
    if (is_exchange) network_->start(request(index, 1));
  }

  kernel::Engine engine_;
  Platform platform_;
  kernel::Options options_;
  std::unique_ptr<FlowNetwork> network_;
  bool has_pairs_;
  const std::vector<Event>* events_ = nullptr;
  std::vector<double> ends_;
};

struct Counts {
  std::uint64_t pairs = 0;
  std::uint64_t broken = 0;
};

Counts compare(const char* config, std::uint32_t crowd, bool has_changes) {
  Counts counts;
  for (std::uint32_t seed = 0; seed < 40; seed++) {
    const std::vector<Event> events = draw(seed, crowd, has_changes);
    History with(config, true);
    History without(config, false);
    const std::vector<double> ends = with.run(events);
    const std::vector<double> expected = without.run(events);
    for (std::size_t i = 0; i < ends.size(); i++) {
      EXPECT_NEAR(ends[i], expected[i], 1e-12 * std::abs(expected[i]))
          << config << " seed " << seed << " message " << i;
    }
    EXPECT_EQ(with.statistics().flow_count, without.statistics().flow_count);
    EXPECT_EQ(without.statistics().pair_count, 0U);
    counts.pairs += with.statistics().pair_count;
    counts.broken += with.statistics().broken_pair_count;
  }
  return counts;
}

TEST(Exchanges, EndWhenTwoFlowsWould) {
  const Counts counts = compare("network/model:SMPI", 16, false);
  EXPECT_GT(counts.pairs, 1000U);
}

TEST(Exchanges, AreTwoFlowsFromWhenOthersMeetThem) {
  const Counts counts = compare("network/model:SMPI", 3, false);
  EXPECT_GT(counts.broken, 100U);
}

TEST(Exchanges, AreTwoFlowsFromWhenLinksChange) {
  const Counts counts = compare("network/model:SMPI", 8, true);
  EXPECT_GT(counts.broken, 100U);
}

// Where both directions are on links of their own, a pair has nothing in common.
TEST(Exchanges, NeedTheSameLinks) {
  EXPECT_EQ(compare("network/crosstraffic:no", 16, false).pairs, 0U);
  EXPECT_EQ(compare("network/crosstraffic:reserve", 16, false).pairs, 0U);
}

}  // namespace
}  // namespace smpi::models
