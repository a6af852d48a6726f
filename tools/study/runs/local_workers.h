// SPDX-License-Identifier: BSD-3-Clause
//
// Worker processes on this machine (worker.h), each with one run at a time, or several that share
// their past.
//
// A run takes 0.05 s or a day. A worker that ends, for whatever reason, is replaced; what it was
// doing is given back.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tools/study/runs/job.h"
#include "tools/study/runs/workers.h"

namespace smpi::study {

class LocalWorkers : public Workers {
 public:
  // `program` is smpi-study itself; workers write below `parts`.
  LocalWorkers(std::string program, std::string parts, unsigned count);
  // Ends them and what they run.
  ~LocalWorkers() override;
  LocalWorkers(const LocalWorkers&) = delete;
  LocalWorkers& operator=(const LocalWorkers&) = delete;

  std::size_t room() const override;
  std::vector<std::int64_t> runs() const override;
  bool are_local() const override { return true; }
  void give(const Job& job) override;
  void submit(double) override {}
  void was_read(std::int64_t) override {}
  News wait(int wake, int timeout_ms) override;
  void stop() override;

 private:
  struct Worker {
    pid_t process = -1;
    int jobs = -1;              // written to
    int reports = -1;           // read from
    std::string text;           // half a line
    std::vector<LostRun> runs;  // what is told of them should the worker end
    pid_t group = 0;            // of the run
  };

  void start(Worker& worker);
  void read_reports(Worker& worker, News& news);
  void bury(Worker& worker, News& news);

  std::string program_;
  std::string parts_;
  std::vector<Worker> workers_;
  unsigned started_count_ = 0;
  bool are_stopped_ = false;
};

}  // namespace smpi::study
