// SPDX-License-Identifier: BSD-3-Clause
//
// All that a worker needs to know of one run. Workers read no plan: it may have changed, and it
// would be read once per run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/study/plan/plan.h"

namespace smpi::study {

struct Job {
  std::int64_t run = 0;
  unsigned attempt = 0;
  std::string key;     // of its identity
  std::string folder;  // where it runs; made for it
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> files;  // name and content
  std::vector<std::string> inputs;                         // absolute paths
  std::vector<Result> results;
  std::vector<int> good_exits = {0};  // exit statuses of a run that ended well
  bool has_summary = false;           // smpirun writes summary.json
  double wall_s = 0;                  // 0: no limit
  double memory_bytes = 0;            // 0: no limit
  double stop_after_s = 0;            // simulated: what the command says; 0: nothing
  // Runs that share their past, with the run above as the first: futures of one process.
  struct Shared {
    std::int64_t run = 0;
    unsigned attempt = 0;
    std::string key = {};
    std::string future = {};  // its name
  };
  std::vector<Shared> shared = {};
};

// All runs of a job: those that share their past, or the one.
std::vector<Job::Shared> runs_of(const Job& job);

// One line without its end, and back. A line of a worker's input is ours: it is right.
std::string job_line(const Job& job);
Job read_job(const std::string& line);

}  // namespace smpi::study
