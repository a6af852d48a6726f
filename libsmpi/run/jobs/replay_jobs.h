// SPDX-License-Identifier: BSD-3-Clause
//
// What `-replay-jobs FILE` says: traces that are replayed together on one platform, one job per
// line, with # comments.
//
//   # name   trace           np  start_s  hostfile
//   solver   lu.smpitrace    64  0
//   halo     halo.txt        16  2.5      halo.hosts
//
// SimGrid's example of such a file has columns of its own (number, trace, np, flops before it
// starts); a start in seconds means the same on every platform.
#pragma once

#include <string>
#include <vector>

#include "libsmpi/run/jobs/job_file.h"

namespace smpi::jobs {

struct ReplayJob {
  Job job;               // without command and hosts
  std::string trace;     // a path that can be opened from the working folder
  std::string hostfile;  // the same; empty: the next hosts of the run's placement
};

// Paths are relative to the working folder, else to the file. Throws InputError: unreadable file,
// wrong or missing columns, traces and hostfiles that are not there, a name twice, no job.
std::vector<ReplayJob> read_replay_jobs(const std::string& path);

}  // namespace smpi::jobs
