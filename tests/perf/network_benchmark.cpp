// SPDX-License-Identifier: BSD-3-Clause
//
// Cost of the network alone, in time per message, on the patterns that decide how long a
// simulation takes: a lone message, both directions at once, a halo, an all-to-all.
//
// Each round starts its messages at one instant from one actor, which sleeps until the last has
// ended: two context switches a round are included. Nothing here is compared with a clock by a
// test; read the numbers of one run beside each other.
#include <benchmark/benchmark.h>

#include <functional>
#include <random>
#include <string>

#include "models/network/network.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

constexpr const char* star = "star:1024";
constexpr const char* fat_tree = "fat-tree:2;16,32;1,16;1,1";

// A network on a platform of 10 Gbit/s and 24 us a link, driven by one actor.
class Bench {
 public:
  Bench(const std::string& platform, const std::string& config)
      : platform_(make_short_platform(
            platform,
            {.host_speed = "1Gf", .link = "10Gbps,24us", .core_count = 1, .loopback = ""})) {
    options_.declare(Network::options());
    options_.set_from_argument(config);
    network_ = Network::make(engine_, platform_, options_);
  }

  void start(HostId source, HostId destination, double size_bytes) {
    flying_++;
    network_->start({.source = source,
                     .destination = destination,
                     .size_bytes = size_bytes,
                     .done = ended,
                     .owner = this,
                     .argument = 0});
  }
  // Starts a flow after a while.
  void start_later(double delay_s, HostId source, HostId destination, double size_bytes = 1000) {
    flying_++;
    plans_.push_back({source, destination, size_bytes});
    engine_.events().schedule(
        engine_.now_s() + delay_s, kernel::Priority::timer,
        [](void* self, std::uint32_t index) {
          auto* bench = static_cast<Bench*>(self);
          bench->flying_--;
          const Plan plan = bench->plans_[index];
          bench->start(plan.source, plan.destination, plan.size_bytes);
        },
        this, static_cast<std::uint32_t>(plans_.size() - 1));
  }

  // Times rounds of messages. `round` starts those of one round.
  void time(benchmark::State& state, const std::function<void()>& round) {
    engine_.spawn(
        [&] {
          actor_ = engine_.current();
          for (auto _ : state) {
            plans_.clear();
            round();
            while (flying_ > 0) engine_.block();
          }
        },
        nullptr);
    engine_.run();
    const NetworkStatistics& done = network_->statistics();
    const auto flows = static_cast<double>(done.flow_count);
    using benchmark::Counter;
    state.counters["per_message"] = Counter(flows, Counter::kIsRate | Counter::kInvert);
    state.counters["solved_per_message"] = static_cast<double>(done.solved_flow_count) / flows;
    state.counters["solves"] =
        Counter(static_cast<double>(done.solve_count), Counter::kAvgIterations);
  }

 private:
  struct Plan {
    HostId source;
    HostId destination;
    double size_bytes;
  };
  static void ended(void* self, std::uint32_t) {
    auto* bench = static_cast<Bench*>(self);
    if (--bench->flying_ == 0) bench->engine_.wake(*bench->actor_);
  }
  kernel::Engine engine_;
  kernel::Actor* actor_ = nullptr;
  Platform platform_;
  kernel::Options options_;
  std::unique_ptr<Network> network_;
  std::vector<Plan> plans_;
  std::uint64_t flying_ = 0;
};

// One message at a time, there and back.
void pingpong(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  HostId from = 0;
  bench.time(state, [&] {
    bench.start(from, 17 - from, 1024);
    from = 17 - from;
  });
}

// 512 hosts, each with its neighbour at distance 1, 2, 4, ...: both directions at once.
void exchange(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  unsigned step = 0;
  bench.time(state, [&] {
    const HostId distance = 1U << (step++ % 9);
    for (HostId host = 0; host < 512; host++) bench.start(host, host ^ distance, 1024);
  });
}

// 216 hosts in a periodic box of 6 x 6 x 6, six neighbours each.
void halo(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  const auto at = [](HostId x, HostId y, HostId z) { return (x % 6 * 6 + y % 6) * 6 + z % 6; };
  bench.time(state, [&] {
    for (HostId x = 0; x < 6; x++) {
      for (HostId y = 0; y < 6; y++) {
        for (HostId z = 0; z < 6; z++) {
          const HostId self = at(x, y, z);
          for (const HostId other : {at(x + 1, y, z), at(x + 5, y, z), at(x, y + 1, z),
                                     at(x, y + 5, z), at(x, y, z + 1), at(x, y, z + 5)}) {
            bench.start(self, other, 131072);
          }
        }
      }
    }
  });
}

void alltoall(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  const auto hosts = static_cast<HostId>(state.range(0));
  bench.time(state, [&] {
    for (HostId from = 0; from < hosts; from++) {
      for (HostId to = 0; to < hosts; to++) {
        if (from != to) bench.start(from, to, 1000);
      }
    }
  });
}

// Hosts that come to the all-to-all at different times: nothing is symmetric.
void ragged_alltoall(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  const auto hosts = static_cast<HostId>(state.range(0));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> delay_s(0, 1e-4);
  bench.time(state, [&] {
    for (HostId from = 0; from < hosts; from++) {
      const double late_s = delay_s(random);
      for (HostId to = 0; to < hosts; to++) {
        if (from != to) bench.start_later(late_s, from, to);
      }
    }
  });
}

// Rings of 64 hosts that pass on one message each, started at random times: chains of flows
// coupled by acknowledgements only.
void ring(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  std::mt19937 random(1);
  std::uniform_real_distribution<double> delay_s(0, 1e-5);
  bench.time(state, [&] {
    for (HostId host = 0; host < 512; host++) {
      bench.start_later(delay_s(random), host, host / 64 * 64 + (host + 1) % 64);
    }
  });
}

// Every host sends one message to a random one, at random times: some links carry several.
void random_pairs(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  std::mt19937 random(1);
  std::uniform_real_distribution<double> delay_s(0, 1e-4);
  std::uniform_int_distribution<HostId> host(0, 511);
  bench.time(state, [&] {
    for (HostId from = 0; from < 512; from++) {
      bench.start_later(delay_s(random), from, host(random), 65536);
    }
  });
}

// Everybody sends to host 0, one after the other.
void incast(benchmark::State& state, const char* platform) {
  Bench bench(platform, "");
  const auto hosts = static_cast<HostId>(state.range(0));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> delay_s(0, 1e-4);
  bench.time(state, [&] {
    for (HostId from = 1; from < hosts; from++) bench.start_later(delay_s(random), from, 0);
  });
}

BENCHMARK_CAPTURE(pingpong, star, star);
BENCHMARK_CAPTURE(pingpong, fat_tree, fat_tree);
BENCHMARK_CAPTURE(exchange, star, star);
BENCHMARK_CAPTURE(exchange, fat_tree, fat_tree);
BENCHMARK_CAPTURE(halo, star, star);
BENCHMARK_CAPTURE(halo, fat_tree, fat_tree);
BENCHMARK_CAPTURE(ring, star, star);
BENCHMARK_CAPTURE(random_pairs, star, star);
BENCHMARK_CAPTURE(random_pairs, fat_tree, fat_tree);
BENCHMARK_CAPTURE(incast, star, star)->Arg(32)->Arg(128)->Arg(512);
BENCHMARK_CAPTURE(alltoall, star, star)->Arg(64)->Arg(128)->Arg(256);
BENCHMARK_CAPTURE(alltoall, fat_tree, fat_tree)->Arg(64)->Arg(128)->Arg(256);
BENCHMARK_CAPTURE(ragged_alltoall, star, star)->Arg(16)->Arg(32)->Arg(64);

}  // namespace
}  // namespace smpi::models

BENCHMARK_MAIN();
