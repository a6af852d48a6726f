// SPDX-License-Identifier: BSD-3-Clause
//
// Executes one run: its folder, its process, its limits, its results.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tools/study/runs/job.h"
#include "tools/study/store/outcome.h"

namespace smpi::study {

struct Watch {
  // Told the process group of the run once it has begun.
  std::function<void(int group)> started;
  // Asked several times a second: is the run to be given up?
  std::function<bool()> is_given_up;
};

// One outcome, or one for each run that shares the job's past; nullopt when it was given up. Its
// folder is removed unless it failed or was given up. Throws std::system_error when the run cannot
// be started, for example because the disk is full.
std::optional<std::vector<Outcome>> execute(const Job& job, const Watch& watch);

}  // namespace smpi::study
