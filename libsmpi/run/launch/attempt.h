// SPDX-License-Identifier: BSD-3-Clause
//
// One of the starts of a job that failed hosts end ([restart] of a scenario): what its process has
// to know, and what it tells the one that starts them (restarts.h), as JSON in a file.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/mpi/io/storage.h"
#include "libsmpi/ranks/load/libc/written_copies.h"
#include "models/platform/ids.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

struct Attempt {
  double start_s = 0;                                   // on the clock of the scenario
  std::map<models::HostId, models::HostId> moved = {};  // by host of a rank: the one in its place
  std::string folder = {};                              // for files that ranks write
  load::WrittenContents contents = {};                  // times on the clock of the scenario
  std::string record_file = {};

  std::vector<models::HostId> hosts_of(std::vector<models::HostId> host_of_rank) const;
  // Ranks write to the folder from now on. REQUIRES: no rank has run.
  void keep_files();
  // Writes the record, after the run.
  void record(const Simulation& simulation, int exit_status) const;
};

// Times on the clock of the scenario.
struct AttemptEnd {
  double end_s = 0;
  std::vector<std::string> failed_hosts = {};  // with ranks of the job
  std::uint64_t lost_rank_count = 0;
  io::StorageUse read = {};
  io::StorageUse written = {};
  load::WrittenContents contents = {};
};
// nullopt: it wrote none, such as a process that was killed.
std::optional<AttemptEnd> read_record(const std::string& text);

}  // namespace smpi::launch
