// SPDX-License-Identifier: BSD-3-Clause
//
// What all parts of a run know: jobs, where their ranks are, and the rules of messages. Nothing of
// it changes while the run goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/packet/config.h"
#include "models/platform/ids.h"
#include "models/platform/platform.h"
#include "tools/packets/workload.h"

namespace smpi::packets {

using models::HostId;

struct Job {
  std::string name;
  // Workloads keep places in files, so each part of a run has its own; those that do not may give
  // the same one again.
  std::function<std::shared_ptr<Workload>()> open;
  std::uint32_t rank_count = 0;
  RankId first_rank = 0;  // among those of all jobs
  Picoseconds start = 0;
};

// Messages below eager_bytes leave when they are sent. Others are announced, and leave when the
// answer is there (packet/rendezvous).
struct Protocol {
  std::uint64_t eager_bytes = 65536;
  std::uint64_t control_bytes = 64;
  // Messages may overtake each other, so they are numbered by source, destination and tag.
  bool may_overtake = false;
};

struct World {
  const models::Platform* platform = nullptr;
  Protocol protocol;
  double loopback_latency_s = 0;
  double loopback_bytes_per_s = 1e10;
  std::vector<Job> jobs;
  std::vector<HostId> host_of_rank;          // of all jobs
  std::vector<std::uint32_t> job_of_rank;    // the same
  std::vector<std::uint32_t> local_of_rank;  // its number among those of its part

  RankId rank_count() const { return static_cast<RankId>(host_of_rank.size()); }
};

// What a rank has done.
struct RankResult {
  Picoseconds end = 0;
  Picoseconds computing = 0;
  Picoseconds waiting = 0;  // for messages
  std::uint64_t sent_bytes = 0;
  std::uint64_t sent_messages = 0;
  bool has_ended = false;
};

}  // namespace smpi::packets
