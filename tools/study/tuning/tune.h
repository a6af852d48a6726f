// SPDX-License-Identifier: BSD-3-Clause
//
// `smpi-study tune`: a search among the points of a plan.
//
// Trials are runs of the study like all others: stored, cached, shown by results and reports. The
// search itself is not stored. It is repeated from the results, which is why a search that was
// killed goes on where it was.
#pragma once

#include <string>

#include "tools/study/plan/plan.h"
#include "tools/study/runs/coordinator.h"
#include "tools/study/store/study_folder.h"

namespace smpi::study {

struct TuningReport {
  StudyEnd end = StudyEnd::all_done;
  bool has_winner = false;
  std::string text;  // decisions, candidates, the winner
};

// Throws as run_study does, and InputError where the plan's points do not suit the method.
TuningReport tune_study(const Plan& plan, const StudyFolder& folder, const RunOptions& options);

}  // namespace smpi::study
