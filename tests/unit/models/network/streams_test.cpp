// SPDX-License-Identifier: BSD-3-Clause
//
// Streams change costs and no times: one history of messages, cancelled flows and links that
// change, with streams as soon as two flows share a route and without any.
#include "models/network/streams.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "models/network/flow_model.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

enum class Kind { message, cancel, bandwidth, observed };
struct Step {
  double time_s;
  Kind kind;
  HostId source = 0;
  HostId destination = 0;
  double size_bytes = 0;
  std::size_t target = 0;  // the message to cancel, or the link
  double factor = 1;       // of its bandwidth
};

// Hosts in groups of equal sizes and distances, so that many messages have one route and end at
// once.
std::vector<Step> draw(std::uint32_t seed, bool has_changes) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(random() % count);
  };
  std::uniform_real_distribution<double> share(0, 1);
  const std::uint32_t hosts = 2 + below(3);
  const double span_s = below(3) == 0 ? 0 : 2e-3;
  const bool is_uniform = below(2) == 0;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < 300; i++) {
    Step step{.time_s = span_s * share(random), .kind = Kind::message};
    step.source = below(hosts);
    step.destination = (step.source + 1 + below(hosts - 1)) % hosts;
    step.size_bytes = is_uniform ? 20000 : std::floor(std::pow(10, 3 + 3 * share(random)));
    const std::uint32_t lot = has_changes ? below(40) : 40;
    if (lot < 3) {
      step.kind = Kind::cancel;
      step.target = below(300);
    } else if (lot == 3) {
      step.kind = Kind::bandwidth;
      step.target = below(2 * hosts);
      step.factor = 0.3 + share(random);
    }
    steps.push_back(step);
  }
  return steps;
}

class History {
 public:
  History(const char* config, std::uint32_t stream_users_min)
      : platform_(make_short_platform(
            "star:8",
            {.host_speed = "1Gf", .link = "10Gbps,24us", .core_count = 1, .loopback = ""})) {
    options_.declare(Network::options());
    options_.set_from_argument(config);
    network_ = std::make_unique<FlowNetwork>(engine_, platform_, options_);
    network_->form_streams_from(stream_users_min);
  }
  void observe_usage() {
    network_->add_usage_observer([](void*, std::uint32_t) {}, nullptr);
  }
  // When each message ended; -1: it was cancelled.
  std::vector<double> run(const std::vector<Step>& steps) {
    steps_ = &steps;
    ends_.assign(steps.size(), -1);
    flows_.assign(steps.size(), no_id);
    for (std::uint32_t i = 0; i < steps.size(); i++) {
      engine_.events().schedule(
          steps[i].time_s, kernel::Priority::timer,
          [](void* self, std::uint32_t index) { static_cast<History*>(self)->take(index); }, this,
          i);
    }
    engine_.spawn([this] { engine_.sleep(1e3); }, nullptr);
    engine_.run();
    EXPECT_EQ(network_->flow_count(), 0U);
    return ends_;
  }
  std::size_t stream_count_max() const { return stream_count_max_; }
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  void take(std::uint32_t index) {
    const Step& step = (*steps_)[index];
    stream_count_max_ = std::max(stream_count_max_, network_->stream_count());
    if (step.kind == Kind::message) {
      flows_[index] = network_->start(
          {.source = step.source,
           .destination = step.destination,
           .size_bytes = step.size_bytes,
           .done = [](void* self, std::uint32_t ended) { static_cast<History*>(self)->end(ended); },
           .owner = this,
           .argument = index});
    } else if (step.kind == Kind::cancel) {
      if (flows_[step.target] != no_id) network_->cancel(flows_[step.target]);
      flows_[step.target] = no_id;
    } else {
      const auto link = static_cast<LinkId>(step.target);
      platform_.links.bandwidth_bytes_per_s[link] *= step.factor;
      network_->link_changed(link);
    }
  }
  void end(std::uint32_t index) {
    ends_[index] = engine_.now_s();
    flows_[index] = no_id;
    order_.push_back(index);
  }

  kernel::Engine engine_;
  Platform platform_;
  kernel::Options options_;
  std::unique_ptr<FlowNetwork> network_;
  const std::vector<Step>* steps_ = nullptr;
  std::vector<double> ends_;
  std::vector<FlowId> flows_;
  std::vector<std::uint32_t> order_;
  std::size_t stream_count_max_ = 0;
};

void compare(const char* config, bool has_changes, bool is_observed) {
  // What reserves capacity is solved in rounds, to this.
  const double tolerance = std::string(config).ends_with("reserve") ? 1e-9 : 1e-12;
  std::size_t stream_count = 0;
  for (std::uint32_t seed = 0; seed < 30; seed++) {
    const std::vector<Step> steps = draw(seed, has_changes);
    History with(config, 2);
    History without(config, never);
    if (is_observed) {
      with.observe_usage();
      without.observe_usage();
    }
    const std::vector<double> ends = with.run(steps);
    const std::vector<double> expected = without.run(steps);
    EXPECT_EQ(without.stream_count_max(), 0U);
    stream_count += with.stream_count_max();
    for (std::size_t i = 0; i < steps.size(); i++) {
      ASSERT_NEAR(ends[i], expected[i], tolerance * std::abs(expected[i]))
          << config << " seed " << seed << " message " << i;
    }
    if (steps.front().size_bytes == 20000 && !has_changes) {
      ASSERT_EQ(with.order(), without.order()) << config << " seed " << seed;
    }
  }
  EXPECT_GT(stream_count, 30U);
}

TEST(Streams, EndWhereSingleFlowsEnd) {
  for (const char* config : {"network/model:SMPI", "network/model:CM02", "network/crosstraffic:no",
                             "network/TCP-gamma:60000", "network/crosstraffic:reserve"}) {
    compare(config, false, false);
  }
}

TEST(Streams, FollowCancelledFlowsAndLinksThatChange) {
  for (const char* config : {"network/model:SMPI", "network/crosstraffic:reserve"}) {
    compare(config, true, false);
  }
}

TEST(Streams, AreSeenByObserversOfUsage) {
  compare("network/model:SMPI", true, true);
}

}  // namespace
}  // namespace smpi::models
