// SPDX-License-Identifier: BSD-3-Clause
//
// Who executes runs: processes of this machine (local_workers.h) or tasks of Slurm
// (slurm_workers.h). What becomes of a run stands in the files of the study's parts folder; here is
// told only what does not get there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/study/runs/job.h"

namespace smpi::study {

// A run that ended without a result of its own.
struct LostRun {
  std::int64_t run = 0;
  unsigned attempt = 0;
  std::string key = {};
  std::string reason = {};  // why that attempt failed; empty: it is no fault of the run
  bool is_short_of_memory = false;
};

// What is lost with a job.
inline std::vector<LostRun> runs_to_lose(const Job& job) {
  std::vector<LostRun> runs;
  for (const Job::Shared& one : runs_of(job)) {
    runs.push_back({.run = one.run, .attempt = one.attempt, .key = one.key});
  }
  return runs;
}

class Workers {
 public:
  virtual ~Workers() = default;

  // How many more runs they take now.
  virtual std::size_t room() const = 0;
  // The runs under way: given and neither read nor lost.
  virtual std::vector<std::int64_t> runs() const = 0;
  // Do their runs share the memory of this machine?
  virtual bool are_local() const = 0;

  // REQUIRES: room() > 0. They may wait for the call of submit().
  virtual void give(const Job& job) = 0;
  // `expected_s` is what a run takes; 0: not known. Throws InputError where no run can be started.
  virtual void submit(double expected_s) = 0;
  // Its outcome was read.
  virtual void was_read(std::int64_t run) = 0;

  struct News {
    std::vector<LostRun> lost;
    std::string trouble;        // why a worker could not go on
    bool is_cancelled = false;  // by somebody else: nothing is to be given any more
  };
  // Waits until something happened, `wake` becomes readable or the time is over.
  virtual News wait(int wake, int timeout_ms) = 0;
  // Ends what they run.
  virtual void stop() = 0;
};

}  // namespace smpi::study
