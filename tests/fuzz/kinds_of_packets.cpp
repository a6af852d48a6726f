// SPDX-License-Identifier: BSD-3-Clause
//
// What smpi-packets reads beside traces: GOAL files, files of jobs with their maps, timelines.
#include "models/readers/short_platform.h"
#include "tests/fuzz/kinds.h"
#include "tools/packets/goal_file.h"
#include "tools/packets/jobs_file.h"
#include "tools/packets/timeline_actions.h"

namespace smpi::fuzz {
namespace {

// Hosts host-0 to host-15.
const models::Platform& mesh() {
  static const models::Platform platform = models::make_short_platform("mesh:4x4", {});
  return platform;
}

// Takes steps of each rank until it waits.
void read_goal(const std::string& path) {
  const auto workload = packets::make_goal_workload(path);
  constexpr int step_max = 100;
  for (packets::RankId rank = 0; rank < workload->rank_count(); rank++) {
    packets::Position position;
    packets::Step step;
    for (int i = 0; i < step_max; i++) {
      if (workload->next(rank, position, step) != packets::Workload::Pull::step) break;
      workload->place(rank, position);
    }
  }
}

}  // namespace

std::vector<Kind> packet_kinds() {
  return {
      {.name = "goal-in", .file = "schedule.goal", .read = read_goal},
      {.name = "packet-jobs",
       .file = "jobs.txt",
       .read =
           [](const std::string& path) {
             packets::map_jobs(packets::read_jobs_file(path), mesh());
           }},
      {.name = "packet-timeline",
       .file = "run.prv",
       .read = [](const std::string& path) { packets::read_timeline(path); }},
  };
}

}  // namespace smpi::fuzz
