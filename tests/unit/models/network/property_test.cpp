// SPDX-License-Identifier: BSD-3-Clause
//
// The whole network against the plainest simulation of the same messages: every flow solved by the
// reference at every start and end, work left kept per flow. Random traffic from light to heavy, at
// random times and all at once, on a star and on a fat tree.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "models/network/config.h"
#include "models/network/network.h"
#include "models/readers/short_platform.h"
#include "tests/unit/models/sharing/maxmin_reference.h"

namespace smpi::models {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Message {
  HostId source;
  HostId destination;
  double start_s;
  double size_bytes;
};

// MODELS 1, 2 and 12.3 as they are written.
class PlainNetwork {
 public:
  PlainNetwork(const Platform& platform, const NetworkConfig& config,
               const std::vector<Message>& messages)
      : ends(messages.size(), infinity) {
    for (std::size_t i = 0; i < messages.size(); i++) {
      pending_.push_back(make_flow(platform, config, messages[i], i));
    }
  }

  void run() {
    std::vector<ReferenceFlow> shared;
    while (!pending_.empty() || !active_.empty()) {
      shared.clear();
      for (const Flow& flow : active_) shared.push_back(flow.share);
      solve(shared);
      double next_s = infinity;
      for (std::size_t i = 0; i < active_.size(); i++) {
        next_s = std::min(next_s, now_s_ + active_[i].left_bytes / shared[i].rate);
      }
      for (const Flow& flow : pending_) next_s = std::min(next_s, flow.active_s);
      for (std::size_t i = 0; i < active_.size(); i++) {
        Flow& flow = active_[i];
        const bool is_over = now_s_ + flow.left_bytes / shared[i].rate <= next_s;
        flow.left_bytes = is_over ? 0 : flow.left_bytes - shared[i].rate * (next_s - now_s_);
      }
      now_s_ = next_s;
      move_flows();
    }
  }

  std::vector<double> ends;

 private:
  struct Flow {
    ReferenceFlow share;
    std::vector<LinkId> reserved;  // where its acknowledgements take capacity from others
    std::size_t index;
    double active_s;
    double left_bytes;  // over the bandwidth factor
    double size_bytes;
  };

  // With network/crosstraffic:reserve until rates and what they leave agree.
  void solve(std::vector<ReferenceFlow>& shared) {
    ReferenceSolver(links_, shared).solve();
    for (double change = 1; reserves_ && change > 1e-13;) {
      std::vector<ReferenceLink> left = links_;
      for (std::size_t i = 0; i < active_.size(); i++) {
        for (const LinkId link : active_[i].reserved) left[link].capacity -= 0.05 * shared[i].rate;
      }
      const std::vector<ReferenceFlow> before = shared;
      ReferenceSolver(left, shared).solve();
      change = 0;
      for (std::size_t i = 0; i < shared.size(); i++) {
        change = std::max(change, std::abs(shared[i].rate / before[i].rate - 1));
      }
    }
  }

  // The reference's index of a link: only links in use, to keep it bearable.
  LinkId local(const Platform& platform, LinkId link) {
    const auto [known, is_new] = local_.emplace(link, static_cast<LinkId>(links_.size()));
    if (is_new) {
      links_.push_back({platform.links.bandwidth_bytes_per_s[link], platform.links.policy[link]});
    }
    return known->second;
  }

  Flow make_flow(const Platform& platform, const NetworkConfig& config, const Message& message,
                 std::size_t index) {
    Route route;
    platform.route(message.source, message.destination, route);
    const double size = message.size_bytes + config.header_bytes;
    ReferenceFlow share{.uses = {}, .penalty = route.latency_s, .bound = infinity};
    for (const LinkId link : route.links) {
      const double capacity = platform.links.bandwidth_bytes_per_s[link];
      share.uses.push_back({local(platform, link), 1});
      share.penalty += config.weight_s / capacity;
      share.bound = std::min(share.bound, capacity);
    }
    share.bound = std::min(share.bound, config.tcp_gamma_bytes / (2 * route.latency_s));
    const double active_s = message.start_s + route.latency_s * config.latency_factor.at(size);
    std::vector<LinkId> reserved;
    if (config.crosstraffic != Crosstraffic::no) {
      reserves_ = config.crosstraffic == Crosstraffic::reserve;
      platform.route(message.destination, message.source, route);
      for (const LinkId link : route.links) reserved.push_back(local(platform, link));
    }
    if (!reserves_) {
      for (const LinkId link : reserved) share.uses.push_back({link, 0.05});
      reserved.clear();
    }
    const double work = size / config.bandwidth_factor.at(size);
    return {std::move(share), std::move(reserved), index, active_s, work, work};
  }

  void move_flows() {
    std::erase_if(active_, [this](const Flow& flow) {
      const bool is_over = flow.left_bytes <= 1e-11 * flow.size_bytes;
      if (is_over) ends[flow.index] = now_s_;
      return is_over;
    });
    std::erase_if(pending_, [this](const Flow& flow) {
      if (flow.active_s > now_s_) return false;
      active_.push_back(flow);
      return true;
    });
  }

  std::map<LinkId, LinkId> local_;
  std::vector<ReferenceLink> links_;
  std::vector<Flow> pending_;
  std::vector<Flow> active_;
  double now_s_ = 0;
  bool reserves_ = false;
};

std::vector<double> simulate(Platform& platform, const kernel::Options& options,
                             const std::vector<Message>& messages, double gather_s) {
  kernel::Engine engine;
  struct Context {
    kernel::Engine& engine;
    std::unique_ptr<Network> network;
    const std::vector<Message>& messages;
    std::vector<double> ends;
    std::size_t left;
  } context{engine, Network::make(engine, platform, options), messages,
            std::vector<double>(messages.size(), -1), messages.size()};
  context.network->gather_changes(gather_s);
  for (std::uint32_t i = 0; i < messages.size(); i++) {
    engine.events().schedule(
        messages[i].start_s, kernel::Priority::timer,
        [](void* owner, std::uint32_t index) {
          auto* self = static_cast<Context*>(owner);
          const Message& message = self->messages[index];
          self->network->start({.source = message.source,
                                .destination = message.destination,
                                .size_bytes = message.size_bytes,
                                .done =
                                    [](void* owner_of_end, std::uint32_t ended) {
                                      auto* ending = static_cast<Context*>(owner_of_end);
                                      ending->ends[ended] = ending->engine.now_s();
                                      if (--ending->left == 0) ending->engine.stop();
                                    },
                                .owner = owner,
                                .argument = index});
        },
        &context, i);
  }
  engine.spawn([&] { engine.sleep(1e9); }, nullptr);
  engine.run();
  return context.ends;
}

// Messages between the hosts 0, 3, 6, ...
struct Traffic {
  HostId hosts;
  std::size_t count;
  double span_s;    // of the starts
  double smallest;  // sizes are powers of ten, from this one to the sixth
};

std::vector<Message> draw(const Traffic& traffic, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<HostId> host(0, traffic.hosts - 1);
  std::uniform_real_distribution<double> magnitude(traffic.smallest, 6);
  std::uniform_real_distribution<double> start_s(0, 1);
  std::vector<Message> messages;
  while (messages.size() < traffic.count) {
    const HostId source = host(random);
    const HostId destination = host(random);
    if (source == destination) continue;
    messages.push_back({source * 3, destination * 3, traffic.span_s * start_s(random),
                        std::floor(std::pow(10, magnitude(random)))});
  }
  return messages;
}

// A flow may lose or win `gather_s` at each change of its share, which mostly cancel out.
void compare_one(const char* description, const char* config, std::uint32_t seed,
                 const Traffic& traffic, double gather_s) {
  constexpr double uncancelled_changes = 40;
  Platform platform = make_short_platform(
      description, {.host_speed = "1Gf", .link = "10Gbps,24us", .core_count = 1, .loopback = ""});
  kernel::Options options;
  options.declare(Network::options());
  options.set_from_argument(config);
  const std::vector<Message> messages = draw(traffic, seed);
  PlainNetwork plain(platform, NetworkConfig(options), messages);
  plain.run();
  const std::vector<double> ends = simulate(platform, options, messages, gather_s);
  for (std::size_t i = 0; i < messages.size(); i++) {
    ASSERT_NEAR(ends[i], plain.ends[i],
                1e-9 * (plain.ends[i] - messages[i].start_s) + uncancelled_changes * gather_s)
        << description << " " << config << " seed " << seed << " message " << i;
  }
}

void compare(const char* description, const char* config, std::uint32_t first_seed,
             double gather_s = 0) {
  for (std::uint32_t seed = first_seed; seed < first_seed + 40; seed++) {
    compare_one(description, config, seed,
                {.hosts = seed % 4 == 0 ? 4U : 16U,
                 .count = seed % 3 == 0 ? 150U : 30U,
                 .span_s = seed % 2 == 0 ? 0 : 1e-3,
                 .smallest = 0},
                gather_s);
  }
}

TEST(NetworkProperty, EqualsThePlainSimulationOnAStar) {
  for (const char* config : {"network/model:SMPI", "network/model:LV08", "network/model:CM02",
                             "network/crosstraffic:no", "network/TCP-gamma:20000"}) {
    compare("star:64", config, 0);
  }
}

TEST(NetworkProperty, EqualsThePlainSimulationOnAFatTree) {
  for (const char* config : {"network/model:SMPI", "network/model:LV08"}) {
    compare("fat-tree:2;4,12;1,2;1,1", config, 100);
  }
}

// MODELS 12.3.
TEST(NetworkProperty, EqualsThePlainSimulationWhereAcknowledgementsReserve) {
  for (const char* config :
       {"network/crosstraffic:reserve", "network/model:CM02 network/crosstraffic:reserve"}) {
    compare("star:64", config, 400);
    compare("fat-tree:2;4,12;1,2;1,1", config, 500);
  }
}

// Many messages under way on few routes are streams (streams.h), after the first ones on each.
TEST(NetworkProperty, EqualsThePlainSimulationWhereManyShareARoute) {
  for (const char* config : {"network/model:SMPI", "network/model:CM02", "network/crosstraffic:no",
                             "network/TCP-gamma:60000", "network/crosstraffic:reserve"}) {
    for (std::uint32_t seed = 0; seed < 12; seed++) {
      const Traffic traffic{.hosts = 2 + seed % 3,
                            .count = 200,
                            .span_s = seed % 4 == 0 ? 0 : 1e-3,
                            .smallest = seed % 2 == 0 ? 0.0 : 5.0};
      compare_one("star:64", config, seed, traffic, 0);
      compare_one("fat-tree:2;4,12;1,2;1,1", config, seed, traffic, 0);
    }
  }
}

TEST(NetworkProperty, GatheringMovesEndsByNanoseconds) {
  for (const char* config : {"network/model:SMPI", "network/model:CM02"}) {
    compare("star:64", config, 200, 1e-9);
    compare("fat-tree:2;4,12;1,2;1,1", config, 300, 1e-9);
  }
}

}  // namespace
}  // namespace smpi::models
