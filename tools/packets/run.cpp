// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of the network, each with its ranks, in windows.
#include "tools/packets/run.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "kernel/error.h"
#include "models/packet/carriers.h"
#include "models/packet/circles.h"
#include "models/packet/platform_paths.h"
#include "tools/packets/gathering.h"
#include "tools/packets/helper_link.h"
#include "tools/packets/steady.h"

namespace smpi::packets {
namespace {

using models::packet::Carrier;
using models::packet::Division;
using models::packet::PartId;
using models::packet::Partition;
using models::packet::PlatformPaths;

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double most_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

// One part: how its messages find their ways, who sends them, what carries them.
struct Part {
  Part(const Machine& machine, const World& world, models::packet::Ports& ports,
       std::vector<RankId> own)
      : paths(machine.platform(), machine.fabric(), machine.config(), nullptr),
        ranks(world, std::move(own)),
        carrier(models::packet::make_carrier(machine.config(), ports, paths, ranks,
                                             machine.fabric().least_reach())) {}
  PlatformPaths paths;
  Ranks ranks;
  std::unique_ptr<Carrier> carrier;
};

// Of the parts of this process. Numbers ranks within their parts.
std::vector<std::vector<RankId>> ranks_by_part(const Division& division, const PartRange& here,
                                               World& world) {
  std::vector<std::uint32_t> counts(division.part_count());
  std::vector<std::vector<RankId>> own(here.count());
  world.local_of_rank.resize(world.rank_count());
  for (RankId rank = 0; rank < world.rank_count(); rank++) {
    const PartId part = division.part_of_host(world.host_of_rank[rank]);
    world.local_of_rank[rank] = counts[part]++;
    if (here.has(part)) own[part - here.first].push_back(rank);
  }
  return own;
}

std::uint32_t wanted_parts(const models::packet::Config& config, const RunSettings& settings) {
  constexpr std::uint32_t parts_of_thread = 4;
  const std::uint32_t process_count = settings.link == nullptr ? 1 : settings.link->process_count();
  std::uint32_t count = settings.parts;
  if (count == 0) {
    count = process_count * (config.threads > 1 ? config.threads * parts_of_thread : 1);
  }
  if (config.model == models::packet::Model::reserve && std::max(count, config.threads) > 1) {
    throw kernel::InputError("network/model:reserve looks at links far ahead",
                             {.text = fmt::format("{} parts", count),
                              .hint = "leave packet/threads, --parts and --processes out"});
  }
  return count;
}

// The parts of this process.
PartRange deal_parts(const Division& division, HelperLink* link) {
  if (link == nullptr) return {0, division.part_count()};
  if (division.part_count() < link->process_count()) {
    const std::string& reason = division.reason();
    throw kernel::InputError("this network has too few parts for so many processes",
                             {.text = fmt::format("{} processes", link->process_count()),
                              .hint = reason.empty() ? "parts have whole switches" : reason});
  }
  link->deal(division.part_count());
  return {link->first_part(), link->end_part()};
}

void collect(const Part& part, Outcome& outcome) {
  const Ranks& ranks = part.ranks;
  for (std::size_t local = 0; local < ranks.ranks().size(); local++) {
    const RankResult& result = ranks.result(local);
    outcome.ranks[ranks.ranks()[local]] = result;
    outcome.end = std::max(outcome.end, result.end);
    if (result.has_ended) continue;
    outcome.unended_count++;
    if (outcome.waiting.size() < Outcome::shown_max)
      outcome.waiting.push_back(ranks.describe_wait(local));
  }
  outcome.message_count += ranks.message_count();
  outcome.event_count += part.carrier->event_count();
  const auto* packets = dynamic_cast<const Partition*>(part.carrier.get());
  if (packets == nullptr) return;
  outcome.hop_count += packets->hop_count();
  outcome.standing_packets += packets->packets_under_way();
}

// Simulates until iterations are skipped or all is over. Throws InputError for what cannot repeat.
std::uint64_t skip_repeats(const World& world, std::deque<Part>& parts, std::uint32_t part_count,
                           models::packet::Ports& ports) {
  const auto refuse = [](const char* message, std::string text, const char* hint) {
    throw kernel::InputError(message, {.text = std::move(text), .hint = hint});
  };
  if (part_count > 1) {
    refuse("iterations are skipped on one thread, in one part", "--skip-repeats",
           "leave packet/threads, --parts and --processes out");
  }
  Ranks& ranks = parts.front().ranks;
  if (world.jobs.size() != 1 || ranks.round_count() == 0) {
    refuse("no iterations repeat in this workload", world.jobs.front().name,
           "stencil2d, stencil3d, halo26, ring, alltoall, permutation and incast have some");
  }
  auto* network = dynamic_cast<Partition*>(parts.front().carrier.get());
  if (network == nullptr || !network->is_plain() || world.protocol.may_overtake) {
    refuse("iterations are skipped where packets take one way and go by age", "--skip-repeats",
           "network/model:packet with its defaults does so");
  }
  return Steady(ranks, *network, ports).run();
}

}  // namespace

World make_world(const Machine& machine, std::vector<Job> jobs) {
  const auto host_count = static_cast<HostId>(machine.platform().hosts.count());
  World world{.platform = &machine.platform(),
              .protocol = machine.protocol(),
              .loopback_latency_s = machine.config().loopback_latency_s,
              .loopback_bytes_per_s = machine.config().loopback_bytes_per_s,
              .jobs = std::move(jobs),
              .host_of_rank = {},
              .job_of_rank = {},
              .local_of_rank = {}};
  for (std::uint32_t job = 0; job < world.jobs.size(); job++) {
    for (RankId rank = 0; rank < world.jobs[job].rank_count; rank++) {
      world.host_of_rank.push_back((world.jobs[job].first_rank + rank) % host_count);
      world.job_of_rank.push_back(job);
    }
  }
  return world;
}

void place_jobs(World& world, const std::vector<std::vector<HostId>>& hosts_of_jobs) {
  for (std::size_t job = 0; job < hosts_of_jobs.size(); job++) {
    std::copy(hosts_of_jobs[job].begin(), hosts_of_jobs[job].end(),
              world.host_of_rank.begin() + world.jobs[job].first_rank);
  }
}

Outcome run(const Machine& machine, World& world, models::packet::Ports& ports,
            const RunSettings& settings) {
  const models::packet::Config& config = machine.config();
  HelperLink* const link = settings.link;
  const Division division(machine.platform(), machine.fabric(), config,
                          wanted_parts(config, settings));
  const PartRange here = deal_parts(division, link);
  const std::vector<std::vector<RankId>> own = ranks_by_part(division, here, world);
  std::deque<Part> parts;
  std::vector<Carrier*> carriers;
  for (const std::vector<RankId>& ranks : own) {
    Part& part = parts.emplace_back(machine, world, ports, ranks);
    if (config.model == models::packet::Model::packet && parts.size() == 1) {
      check_for_circles(machine.platform(), machine.fabric(), part.paths);
    }
    const auto self = static_cast<PartId>(here.first + carriers.size());
    if (division.part_count() > 1) part.carrier->join(division, self);
    part.ranks.start(*part.carrier);
    carriers.push_back(part.carrier.get());
  }
  Outcome outcome;
  outcome.setup_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  const double begin_s = seconds_of(CLOCK_MONOTONIC);
  if (settings.parallelism != nullptr) {
    if (division.part_count() > 1 || settings.skips_repeats) {
      throw kernel::InputError(
          "all actions are counted on one thread, in one part",
          {.text = "--parallelism",
           .hint = "leave packet/threads, --parts, --processes and --skip-repeats out"});
    }
    parts.front().ranks.tell(settings.parallelism);
  }
  if (settings.skips_repeats) {
    outcome.skipped_rounds = skip_repeats(world, parts, division.part_count(), ports);
  }
  const double skipping_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - outcome.setup_s;
  if (link != nullptr) link->meet();
  models::packet::Windows windows(division, carriers, config.threads, link);
  windows.run();
  if (link != nullptr) link->meet();
  outcome.run_s = seconds_of(CLOCK_MONOTONIC) - begin_s;
  outcome.windows = windows.statistics();
  outcome.windows.busy_s += skipping_s;
  outcome.windows.longest_s += skipping_s;
  outcome.memory_bytes = most_memory_bytes();
  outcome.part_count = division.part_count();
  outcome.thread_count = std::min(config.threads, here.count());
  outcome.undivided_reason = division.reason();
  outcome.ranks.resize(world.rank_count());
  for (const Part& part : parts) collect(part, outcome);
  if (link != nullptr) gather(*link, {division, here, world}, outcome, ports);
  return outcome;
}

}  // namespace smpi::packets
