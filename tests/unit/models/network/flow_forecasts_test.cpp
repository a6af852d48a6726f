// SPDX-License-Identifier: BSD-3-Clause
//
// Flows that are only forecast end when they would in the network, where nobody else is on their
// links; one that meets another takes half of a link.
#include "models/network/flow_forecasts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "models/network/flow_model.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

struct Message {
  HostId source;
  HostId destination;
  double size_bytes;
};

class OneNetwork {
 public:
  OneNetwork(const char* platform, const char* config)
      : platform_(make_short_platform(
            platform,
            {.host_speed = "1Gf", .link = "10Gbps,24us", .core_count = 1, .loopback = ""})) {
    options_.declare(Network::options());
    options_.set_from_argument(config);
    network_ = std::make_unique<FlowNetwork>(engine_, platform_, options_);
  }
  FlowForecasts& forecasts() { return *flow_forecasts(*network_); }
  double forecast(const Message& message, double start_s = 0) {
    FlowForecasts::Flow flow{message.source, message.destination, message.size_bytes, start_s};
    forecasts().forecast(flow, plan_);
    return flow.end_s;
  }
  void start(const Message& message) {
    const auto place = static_cast<std::uint32_t>(ends_s_.size());
    ends_s_.push_back(-1);
    network_->start({.source = message.source,
                     .destination = message.destination,
                     .size_bytes = message.size_bytes,
                     .done =
                         [](void* self, std::uint32_t number) {
                           auto* one = static_cast<OneNetwork*>(self);
                           one->ends_s_[number] = one->engine_.now_s();
                         },
                     .owner = this,
                     .argument = place});
  }
  // When each of these ends, started at once.
  std::vector<double> run(const std::vector<Message>& messages) {
    engine_.spawn(
        [this, &messages] {
          for (const Message& message : messages) start(message);
          engine_.sleep(1e3);
        },
        nullptr);
    engine_.run();
    return ends_s_;
  }
  const std::vector<double>& ends_s() const { return ends_s_; }
  // Calls look() once `messages` are in their bandwidth phases.
  template <class Look>
  void look_during(const std::vector<Message>& messages, double time_s, Look look) {
    engine_.spawn(
        [this, &messages, time_s, &look] {
          for (const Message& message : messages) start(message);
          engine_.sleep(time_s);
          look(engine_.now_s());
          engine_.sleep(1);
        },
        nullptr);
    engine_.run();
  }

 private:
  kernel::Engine engine_;
  Platform platform_;
  kernel::Options options_;
  std::unique_ptr<FlowNetwork> network_;
  FlowForecasts::PlanId plan_ = FlowForecasts::no_plan;
  std::vector<double> ends_s_;
};

constexpr std::pair<const char*, const char*> networks[] = {
    {"star:16", "network/model:SMPI"},
    {"star:16", "network/crosstraffic:no"},
    {"fat-tree:2;4,4;1,2;1,1", "network/model:SMPI"},
    {"torus:3x3x3", "network/model:CM02"},
};

TEST(FlowForecasts, AloneEndsAreThoseOfTheNetwork) {
  std::mt19937 random(1);
  for (const auto& [platform, config] : networks) {
    for (int i = 0; i < 60; i++) {
      const auto source = static_cast<HostId>(random() % 16);
      const auto destination = static_cast<HostId>((source + 1 + random() % 15) % 16);
      const auto size = [&] { return std::floor(std::pow(10, 1e-3 * (random() % 6000))); };
      const Message there{source, destination, size()};
      const Message back{destination, source, i % 2 == 0 ? there.size_bytes : size()};

      EXPECT_EQ(OneNetwork(platform, config).forecast(there),
                OneNetwork(platform, config).run({there})[0]);

      OneNetwork asked(platform, config);
      FlowForecasts::Flow flows[] = {{there.source, there.destination, there.size_bytes, 0},
                                     {back.source, back.destination, back.size_bytes, 0}};
      FlowForecasts::PlanId plan = FlowForecasts::no_plan;
      asked.forecasts().forecast_pair(flows[0], flows[1], plan);
      const std::vector<double> ends = OneNetwork(platform, config).run({there, back});
      for (int way = 0; way < 2; way++) {
        EXPECT_NEAR(flows[way].end_s, ends[way], 1e-13 * ends[way]) << platform << ' ' << i;
      }
      EXPECT_EQ(asked.forecasts().tally().conflict_count, 0U);
    }
  }
}

// Messages from host 0 to 1 and 2: each has half of the link from host 0 all the time, as the other
// one is long.
TEST(FlowForecasts, FlowOfTheNetworkTakesHalf) {
  const Message other{0, 1, 1e7};
  const Message message{0, 2, 1e6};
  OneNetwork real("star:4", "network/model:SMPI");
  OneNetwork asked("star:4", "network/model:SMPI");
  double end_s = 0;
  real.look_during({other}, 1e-3, [&](double) { real.start(message); });
  asked.look_during({other}, 1e-3, [&](double now_s) { end_s = asked.forecast(message, now_s); });
  EXPECT_NEAR(end_s, real.ends_s()[1], 1e-12);
  const ForecastTally& tally = asked.forecasts().tally();
  EXPECT_EQ(tally.flow_count, 1U);
  EXPECT_EQ(tally.conflict_count, 1U);
  EXPECT_NEAR(tally.conflict_s, end_s - 1e-3, 1e-12);
}

TEST(FlowForecasts, ThoseAtTheSameTimeAreInConflict) {
  OneNetwork network("star:4", "network/model:SMPI");
  const double first_s = network.forecast({0, 1, 1e6});
  EXPECT_EQ(network.forecast({2, 3, 1e6}), first_s);  // on other links
  const std::vector<double> ends_s =
      OneNetwork("star:4", "network/model:SMPI").run({{0, 1, 1e6}, {0, 2, 1e6}});
  EXPECT_NEAR(network.forecast({0, 2, 1e6}), ends_s[1], 1e-12);
  EXPECT_EQ(network.forecasts().tally().conflict_count, 1U);
  // Later nobody is there.
  EXPECT_NEAR(network.forecast({0, 2, 1e6}, 1), 1 + first_s, 1e-12);
  EXPECT_EQ(network.forecasts().tally().conflict_count, 1U);
}

}  // namespace
}  // namespace smpi::models
