// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts for jobs: those that a job names, else some that no job has, as a batch system would give
// them out; then each rank's host by the job's placement.
#pragma once

#include <vector>

#include "libsmpi/run/jobs/job_file.h"
#include "models/platform/platform.h"

namespace smpi::jobs {

// For each job, the host of each of its ranks. Throws InputError: too few hosts, placements that do
// not fit.
std::vector<std::vector<models::HostId>> allocate(const std::vector<Job>& jobs,
                                                  const models::Platform& platform);

}  // namespace smpi::jobs
