// SPDX-License-Identifier: BSD-3-Clause
//
// What became of the runs that shared their past (smpirun --futures): one outcome for each.
#pragma once

#include <vector>

#include "tools/study/runs/job.h"
#include "tools/study/store/outcome.h"

namespace smpi::study {

// `whole` is the outcome of the process. Where the run ended before it was split, all have its
// results.
std::vector<Outcome> future_outcomes(const Job& job, const Outcome& whole);

}  // namespace smpi::study
