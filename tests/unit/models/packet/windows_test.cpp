// SPDX-License-Identifier: BSD-3-Clause
//
// The same picoseconds for any number of parts and threads: each message's end, and what each link
// has carried, on every kind of topology and policy.
#include "models/packet/windows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
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

// What processes have in common here, where they are threads of one.
struct Common {
  Common(std::uint32_t count, std::uint32_t parts)
      : process_count(count), part_count(parts), meeting(count), times(count), records(count) {}

  std::uint32_t first_part_of(std::uint32_t process) const {
    return part_count * process / process_count;
  }
  std::uint32_t process_count;
  std::uint32_t part_count;
  std::barrier<> meeting;
  std::vector<std::vector<Picoseconds>> times;                   // by process
  std::vector<std::vector<std::vector<std::uint64_t>>> records;  // by process, by part
};

class OneOfSeveral : public Processes {
 public:
  OneOfSeveral(Common& common, std::uint32_t self) : common_(common), self_(self) {}

  std::uint32_t first_part() const override { return common_.first_part_of(self_); }
  std::uint32_t end_part() const { return common_.first_part_of(self_ + 1); }
  void share(std::span<Picoseconds> next_times) override {
    common_.times[self_].assign(next_times.begin(), next_times.end());
    common_.meeting.arrive_and_wait();
    for (std::uint32_t process = 0; process < common_.process_count; process++) {
      const std::uint32_t end = common_.first_part_of(process + 1);
      for (std::uint32_t part = common_.first_part_of(process); part < end; part++) {
        next_times[part] = common_.times[process][part];
      }
    }
    common_.meeting.arrive_and_wait();
  }
  void exchange(std::span<Carrier* const> parts) override {
    std::vector<std::vector<std::uint64_t>>& own = common_.records[self_];
    own.assign(common_.part_count, {});
    for (Carrier* const from : parts) {
      for (std::uint32_t to = 0; to < from->outboxes().size(); to++) {
        const std::vector<std::uint64_t>& words = from->outboxes()[to];
        own[to].insert(own[to].end(), words.begin(), words.end());
      }
    }
    common_.meeting.arrive_and_wait();
    for (std::uint32_t process = 0; process < common_.process_count; process++) {
      if (process == self_) continue;
      for (std::uint32_t part = first_part(); part < end_part(); part++) {
        parts[part - first_part()]->take(common_.records[process][part]);
      }
    }
    common_.meeting.arrive_and_wait();
  }

 private:
  Common& common_;
  std::uint32_t self_;
};

// Each process runs its range of the parts.
void run_in_processes(const Division& division, const std::vector<Carrier*>& carriers,
                      std::uint32_t processes, std::uint32_t threads) {
  Common common(processes, division.part_count());
  std::vector<std::jthread> all;
  for (std::uint32_t process = 0; process < processes; process++) {
    all.emplace_back([&, process] {
      OneOfSeveral self(common, process);
      Windows(division, {carriers.begin() + self.first_part(), carriers.begin() + self.end_part()},
              threads, &self)
          .run();
    });
  }
}

Outcome run(const std::string& topology, const std::string& configuration, std::uint32_t parts,
            std::uint32_t threads, std::uint32_t processes = 1) {
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
  if (processes > 1) {
    run_in_processes(division, borrowed, processes, threads);
  } else {
    Windows(division, borrowed, threads).run();
  }
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

// Two processes of two threads each, and three of one; on a network with choices of routers.
TEST(Windows, ProcessesGiveTheSame) {
  for (const Case& each : {Case{"torus:6x5x2", ""}, {"df:2,4,2,9", "network/routing:par"}}) {
    const Outcome one = run(each.topology, each.configuration, 1, 1);
    EXPECT_EQ(one, run(each.topology, each.configuration, 4, 2, 2)) << each.topology;
    EXPECT_EQ(one, run(each.topology, each.configuration, 6, 1, 3)) << each.topology;
  }
}

// A part that fails ends all processes: the one that has it throws, the others return.
TEST(Windows, AFailureEndsAllProcesses) {
  class Failing : public Carrier {
   public:
    explicit Failing(bool fails) : fails_(fails) {}
    MessageId start(Picoseconds, const Shipment&) override { return 0; }
    void cancel(MessageId) override {}
    void call_at(Picoseconds, std::uint32_t, std::uint32_t, std::uint32_t) override {}
    Picoseconds next_time() override { return now_ + 1; }  // for ever
    void run_until(Picoseconds limit) override {
      now_ = limit;
      if (fails_ && now_ > 1'000'000) throw std::runtime_error("failed");
    }
    void run_quietly(Picoseconds, Picoseconds) override {}
    void join(const Division&, std::uint16_t) override {}
    std::span<std::vector<std::uint64_t>> outboxes() override { return {}; }
    void take(std::span<const std::uint64_t>) override {}
    Picoseconds now() const override { return now_; }
    std::uint64_t event_count() const override { return 0; }

   private:
    bool fails_;
    Picoseconds now_ = 0;
  };
  const Platform platform = make_short_platform(
      "torus:2x2", {.host_speed = "1Gf", .link = "10GBps,100ns", .core_count = 1, .loopback = ""});
  kernel::Options options;
  options.declare(Network::options());
  options.declare(Config::options());
  options.set("network/model", "packet");
  const Config config(options);
  const Fabric fabric(platform, config);
  const Division division(platform, fabric, config, 2);
  ASSERT_EQ(division.part_count(), 2U);
  Common common(2, 2);
  Failing good(false);
  Failing bad(true);
  std::jthread other([&] {
    OneOfSeveral self(common, 0);
    EXPECT_NO_THROW(Windows(division, {&good}, 1, &self).run());
  });
  OneOfSeveral self(common, 1);
  EXPECT_THROW(Windows(division, {&bad}, 1, &self).run(), std::runtime_error);
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
