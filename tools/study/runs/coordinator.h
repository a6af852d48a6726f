// SPDX-License-Identifier: BSD-3-Clause
//
// `smpi-study run`: keeps workers busy until nothing is left to do.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "tools/study/plan/plan.h"
#include "tools/study/store/study_folder.h"

namespace smpi::study {

struct RunOptions {
  unsigned jobs = 0;                // at once; 0: one per core
  double memory_bytes = 0;          // for all runs together; 0: four fifths of what is free
  std::optional<std::string> only;  // a formula of parameters
  bool retry_failed = false;
  bool on_slurm = false;  // as arrays of Slurm instead of processes of this machine
  std::string cache;      // its folder; empty: none
  // Only these runs, as pairs of the point's place in the plan and the replica.
  std::optional<std::set<std::pair<std::size_t, unsigned>>> trials;
  bool is_quiet = false;  // says nothing at the end
};

enum class StudyEnd { all_done, some_failed, interrupted };

// Throws InputError for what the user gave, DatabaseError and std::system_error for the disk.
StudyEnd run_study(const Plan& plan, const StudyFolder& folder, const RunOptions& options);

}  // namespace smpi::study
