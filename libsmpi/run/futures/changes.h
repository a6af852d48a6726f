// SPDX-License-Identifier: BSD-3-Clause
//
// What a future changes, in the form in which it is applied: all of it is read and checked before
// the run, so that nothing wrong is found out after hours.
//
// Factors of the machine become profiles as those of a scenario are (models/readers/scenario), from
// the time of the split on, so they go together with trace files, scenarios and noise.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/run/futures/plan.h"
#include "models/platform/platform.h"

namespace smpi {
class Simulation;
}

namespace smpi::futures {

struct Change {
  std::vector<models::Platform::TimedProfile> profiles;
  kernel::Options options;  // those of the run with the future's own

  // From `from_s` on, which is not before now.
  void apply(const Future& future, Simulation& simulation, double from_s);
};

using Changes = std::map<const Future*, Change>;

// Of all futures of the plan, which must outlive the result. Tells the platform when links may go
// off in one of them. `options` are those of the run. Throws InputError.
Changes prepare_changes(const Plan& plan, models::Platform& platform,
                        const kernel::Options& options);

// Refuses factors of functions that no overlay and no modelled BLAS has. To be called when these
// are known. Throws InputError.
void require_kernels(const Plan& plan, Simulation& simulation);

}  // namespace smpi::futures
