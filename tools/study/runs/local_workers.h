// SPDX-License-Identifier: BSD-3-Clause
//
// Worker processes on this machine (worker.h), each with one run at a time.
//
// A run takes 0.05 s or a day. A worker that ends, for whatever reason, is replaced; what it was
// doing is given back.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/study/runs/job.h"

namespace smpi::study {

class LocalWorkers {
 public:
  // `program` is smpi-study itself; workers write below `parts`.
  LocalWorkers(std::string program, std::string parts, unsigned count);
  // Ends them and what they run.
  ~LocalWorkers();
  LocalWorkers(const LocalWorkers&) = delete;
  LocalWorkers& operator=(const LocalWorkers&) = delete;

  bool has_idle() const;
  std::size_t count() const { return workers_.size(); }
  std::size_t busy_count() const;
  // REQUIRES: has_idle().
  void give(const Job& job);
  // The runs under way.
  std::vector<std::int64_t> runs() const;

  struct News {
    std::vector<std::int64_t> ended;  // their outcomes are in the parts
    std::vector<std::int64_t> lost;   // their worker has ended
    std::string trouble;              // why a worker could not go on
  };
  // Waits until something happened, `wake` becomes readable or the time is over.
  News wait(int wake, int timeout_ms);

 private:
  struct Worker {
    pid_t process = -1;
    int jobs = -1;     // written to
    int reports = -1;  // read from
    std::string text;  // half a line
    std::optional<std::int64_t> run;
    pid_t group = 0;  // of the run
  };

  void start(Worker& worker);
  void read_reports(Worker& worker, News& news);
  void bury(Worker& worker, News& news);

  std::string program_;
  std::string parts_;
  std::vector<Worker> workers_;
  unsigned started_count_ = 0;
};

}  // namespace smpi::study
