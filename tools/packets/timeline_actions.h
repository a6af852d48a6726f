// SPDX-License-Identifier: BSD-3-Clause
//
// Who acted when in a run that has been simulated already: messages of a Paraver timeline
// (smpirun --export run.prv), for parallelism.h. So a run under any model can be looked at.
#pragma once

#include <string>
#include <vector>

#include "tools/packets/workload.h"

namespace smpi::packets {

struct Action {
  Picoseconds time;
  RankId rank;
  bool is_send;  // else it has learned of a message
};

struct Timeline {
  std::vector<Action> actions;  // in the order of time
  RankId rank_count = 0;        // that have messages
};

// Throws InputError with the line.
Timeline read_timeline(const std::string& path);

}  // namespace smpi::packets
