// SPDX-License-Identifier: BSD-3-Clause
//
// The same picoseconds for any number of parts and threads: each message's end, and what each link
// has carried, on every kind of topology and policy.
#include "models/packet/windows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "kernel/chained_hash.h"
#include "kernel/random_stream.h"
#include "models/network/network.h"
#include "models/network/routing.h"
#include "models/packet/carriers.h"
#include "models/packet/platform_paths.h"
#include "models/readers/short_platform.h"

namespace smpi::models::packet {
namespace {

constexpr std::uint32_t generations = 4;  // of messages: each that arrives makes its host send one

// What is left of a run, to be compared.
struct Outcome {
  std::vector<Picoseconds> ends;        // by message
  std::vector<Picoseconds> departures;  // by message
  std::vector<std::uint64_t> bytes;     // by link
  std::vector<Picoseconds> waiting;     // by link
  bool operator==(const Outcome&) const = default;
};

// The hosts of one part. A message has the label (first sender, generation).
class Hosts : public Owner {
 public:
  Hosts(const Platform& platform, Outcome& outcome) : platform_(platform), outcome_(outcome) {}

  void send(Carrier& through, HostId host, std::uint32_t first, std::uint32_t generation,
            Picoseconds now) {
    const std::uint64_t key[] = {first, generation};
    const std::uint64_t drawn = kernel::chained_hash(key);
    const auto count = static_cast<HostId>(platform_.hosts.count());
    const HostId target = (host + 1 + static_cast<HostId>(drawn % (count - 1))) % count;
    through.start(now, {.source = host,
                        .destination = target,
                        .size_bytes = drawn >> 32 & 0x7fff,
                        .labels = {std::uint64_t{first} << 32 | generation, target},
                        .wants_departure = drawn % 2 == 0});
  }
  void delivered(MessageId, const Labels& labels, Picoseconds now) override {
    const auto first = static_cast<std::uint32_t>(labels[0] >> 32);
    const auto generation = static_cast<std::uint32_t>(labels[0]);
    outcome_.ends[first * generations + generation] = now;
    if (generation + 1 == generations) return;
    send(*carrier, static_cast<HostId>(labels[1]), first, generation + 1, now);
  }
  void departed(const Labels& labels, Picoseconds now) override {
    const auto first = static_cast<std::uint32_t>(labels[0] >> 32);
    outcome_.departures[first * generations + static_cast<std::uint32_t>(labels[0])] = now;
  }
  void due(std::uint32_t host, std::uint32_t first, Picoseconds now) override {
    send(*carrier, host, first, 0, now);
  }
  Carrier* carrier = nullptr;

 private:
  const Platform& platform_;
  Outcome& outcome_;
};

Outcome run(const std::string& topology, const std::string& configuration, std::uint32_t parts,
            std::uint32_t threads) {
  constexpr std::uint32_t messages_per_host = 3;
  const Platform platform = make_short_platform(
      topology, {.host_speed = "1Gf", .link = "10GBps,100ns", .core_count = 1, .loopback = ""});
  kernel::Options options;
  options.declare(Network::options());
  options.declare(Config::options());
  options.set("network/model", "packet");
  options.set_from_argument("packet/mtu:1000 network/adaptive-min-size:0 " + configuration);
  const Config config(options);
  const Fabric fabric(platform, config);
  const Division division(platform, fabric, config, parts);
  EXPECT_TRUE(division.reason().empty()) << division.reason();
  Ports ports(fabric.port_count(), fabric.channel_count());
  ports.count_load();
  fabric.fill(ports);
  Outcome outcome;
  const std::size_t count = platform.hosts.count() * messages_per_host * generations;
  outcome.ends.assign(count, never);
  outcome.departures.assign(count, never);
  std::deque<PlatformPaths> paths;
  std::deque<Hosts> hosts;
  std::vector<std::unique_ptr<Carrier>> carriers;
  std::vector<Carrier*> borrowed;
  for (std::uint32_t part = 0; part < division.part_count(); part++) {
    paths.emplace_back(platform, fabric, config, nullptr);
    hosts.emplace_back(platform, outcome);
    carriers.push_back(
        make_carrier(config, ports, paths.back(), hosts.back(), fabric.least_reach()));
    if (division.part_count() > 1) carriers.back()->join(division, static_cast<PartId>(part));
    hosts.back().carrier = carriers.back().get();
    borrowed.push_back(carriers.back().get());
  }
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    for (std::uint32_t i = 0; i < messages_per_host; i++) {
      borrowed[division.part_of_host(host)]->call_at(i * 500'000, host, host,
                                                     host * messages_per_host + i);
    }
  }
  Windows windows(division, borrowed, threads);
  windows.run();
  for (PortId port = 0; port < fabric.port_count(); port++) {
    outcome.bytes.push_back(ports.counters(port).bytes);
    outcome.waiting.push_back(ports.counters(port).waiting);
  }
  return outcome;
}

struct Case {
  const char* topology;
  const char* configuration;
};

const Case cases[] = {
    {"star:16", ""},
    {"star:16", "network/model:nic"},
    {"torus:6x5x2", ""},
    {"torus:6x5x2", "network/model:nic"},
    {"torus:6x5x2", "packet/nic-bandwidth:5GBps"},
    {"torus:6x5x2", "network/routing:adaptive"},
    {"torus:6x5x2", "network/routing:valiant packet/arbiter:rr"},
    {"torus:8x4", "packet/channels:bubble"},
    {"mesh:5x5", "network/routing:random packet/buffer:unlimited"},
    {"fat-tree:2;4,6;1,4;1,1", "packet/switching:store-and-forward"},
    {"fat-tree:3;2,3,3;1,2,3;1,1,2", "network/routing:adaptive"},
    {"df:2,4,2,9", "network/routing:ugal-l"},
    {"df:2,4,2,9", "network/routing:par packet/injection:round-robin"},
    {"df+:2,2,2,2,5", "packet/queueing:fifo packet/crossbar-speedup:1"},
    {"dragonfly:3,4;2,3;3,2;2", ""},
    {"hyperx:3x4;hosts=2", "network/routing:omniwar"},
    {"jellyfish:16,4;seed=3;hosts=2", "network/routing:valiant"},
    {"slimfly:5;hosts=1", "network/routing:spread"},
};

struct Combination {
  std::uint32_t parts;
  std::uint32_t threads;
};

bool is_full_run() {
  return std::getenv("SMPI_ALL_PARTS") != nullptr;
}

std::vector<Combination> all_combinations() {
  std::vector<Combination> combinations;
  for (const std::uint32_t threads : {1U, 2U, 3U, 4U, 7U}) {
    for (const std::uint32_t of_thread : {1U, 4U}) {
      for (int repetition = 0; repetition < 2; repetition++) {
        combinations.push_back({threads * of_thread, threads});
      }
    }
  }
  return combinations;
}

class Parts : public testing::TestWithParam<Case> {};

TEST_P(Parts, AnyNumberOfThemGivesTheSame) {
  const auto& [topology, configuration] = GetParam();
  const Outcome one = run(topology, configuration, 1, 1);
  EXPECT_EQ(std::count(one.ends.begin(), one.ends.end(), never), 0);
  EXPECT_GT(std::count(one.departures.begin(), one.departures.end(), never), 0);
  // Barriers take long where cores are busy: all combinations in the full run only.
  const std::vector<Combination> few = {{4, 1}, {3, 3}};
  for (const auto& [parts, threads] : is_full_run() ? all_combinations() : few) {
    EXPECT_EQ(one, run(topology, configuration, parts, threads))
        << parts << " parts on " << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(All, Parts, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<Case>& given) {
                           std::string name =
                               std::string(given.param.topology) + "_" + given.param.configuration;
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace smpi::models::packet
