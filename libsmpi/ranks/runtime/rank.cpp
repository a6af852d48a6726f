// SPDX-License-Identifier: BSD-3-Clause
//
// The running strand, and ranks in reports.
#include "libsmpi/ranks/runtime/rank.h"

#include <fmt/format.h>

#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/source_line.h"
#include "models/platform/platform.h"

namespace smpi {

constinit Strand* running_strand = nullptr;
constinit const void* thread_of_ranks = nullptr;
constinit const void* fortran_caller = nullptr;
constinit const void* frame_of_poller = nullptr;

std::string number_of(const Rank& rank) {
  if (rank.job != nullptr) return fmt::format("{} of job {}", rank.world_rank, *rank.job);
  if (rank.world_rank == rank.process) return fmt::to_string(rank.world_rank);
  return fmt::format("{} (spawned, process {})", rank.world_rank, rank.process);
}

std::string describe_rank(const Rank& rank) {
  const bool is_running = running_strand != nullptr && running_strand->rank == &rank;
  const CallRecord& call = is_running ? running_strand->call : rank.main.call;
  std::string text =
      fmt::format("rank {} on {} at {:.9g} s", number_of(rank),
                  rank.simulation.platform.hosts.name[rank.host], rank.simulation.engine.now_s());
  if (call.function != nullptr) {
    text += fmt::format(" in {}{}", call.function, source_line_suffix(call.return_address));
  }
  return text;
}

}  // namespace smpi
