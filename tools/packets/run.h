// SPDX-License-Identifier: BSD-3-Clause
//
// A replay from its workload to its results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/packet/ports.h"
#include "models/packet/windows.h"
#include "tools/packets/machine.h"
#include "tools/packets/ranks.h"
#include "tools/packets/world.h"

namespace smpi::packets {

class HelperLink;

struct Outcome {
  Picoseconds end = 0;  // of the last rank
  std::vector<RankResult> ranks;
  static constexpr std::size_t shown_max = 8;
  std::vector<std::string> waiting;  // what ranks that have not ended wait for; the first of them
  std::uint64_t unended_count = 0;
  std::uint64_t message_count = 0;
  std::uint64_t hop_count = 0;  // packets over links; 0 for models without packets
  std::uint64_t event_count = 0;
  std::uint64_t standing_packets = 0;  // that can never go on
  std::uint32_t part_count = 1;
  std::uint32_t thread_count = 1;  // of each process
  std::uint32_t process_count = 1;
  std::optional<std::uint64_t> skipped_rounds;  // nothing: were not looked for
  std::string undivided_reason;                 // why there is one part where several were wanted
  models::packet::WindowStatistics windows;
  double setup_s = 0;       // processor time before the first event
  double run_s = 0;         // wall time after it
  double memory_bytes = 0;  // of the process that has had most
};

// The ranks of all jobs, one after the other over the hosts.
World make_world(const Machine& machine, std::vector<Job> jobs);
// Moves each job's ranks to these hosts.
void place_jobs(World& world, const std::vector<std::vector<HostId>>& hosts_of_jobs);

// `ports`: as Machine::fabric() has filled them.
struct RunSettings {
  std::uint32_t parts = 0;  // wanted; 0: by packet/threads
  bool skips_repeats = false;
  Parallelism* parallelism = nullptr;  // is told; runs with one part
  HelperLink* link = nullptr;          // to other processes, the first of which gets all results
};
Outcome run(const Machine& machine, World& world, models::packet::Ports& ports,
            const RunSettings& settings);

}  // namespace smpi::packets
