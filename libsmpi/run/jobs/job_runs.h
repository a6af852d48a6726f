// SPDX-License-Identifier: BSD-3-Clause
//
// Jobs while they run: when each starts, who of it still lives, when it starts again, and when all
// is over.
//
// A job starts from an actor of its own, because the engine ends when no actor is left. The run
// ends when every measured job has ended; the others are left where they stand.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "libsmpi/mpi/process/starter.h"
#include "libsmpi/run/jobs/job_file.h"

namespace smpi {
struct Rank;
class Simulation;
}  // namespace smpi

namespace smpi::jobs {

// One job, while and after it ran.
struct JobRecord {
  const Job* job = nullptr;  // borrowed
  std::vector<models::HostId> host_of_rank;
  double first_start_s = 0;
  double end_s = 0;               // of the last run that ended
  double busy_s = 0;              // sum over the runs that ended
  double energy_j = 0;            // of its hosts, during these
  std::uint64_t ended_count = 0;  // runs
  std::uint64_t started_count = 0;
  std::uint32_t living_ranks = 0;  // of the run in progress
  double start_s = 0;              // of that
  double start_energy_j = 0;
};

class JobRuns {
 public:
  // Starts the ranks of job number `job` on its hosts, in a world of their own.
  using Start = std::function<process::StartedRanks(std::size_t job)>;

  // `jobs` stay where they are.
  JobRuns(Simulation& simulation, const std::vector<Job>& jobs,
          std::vector<std::vector<models::HostId>> host_of_rank, Start start);

  // To be called when the work of a rank is done, before it ends.
  void rank_ends(const Rank& rank);

  const std::vector<JobRecord>& records() const { return records_; }

 private:
  void start(std::size_t job);
  void run_ends(JobRecord& record);
  double energy_j(const JobRecord& record) const;

  Simulation& simulation_;
  Start start_;
  std::vector<JobRecord> records_;
  std::vector<std::uint32_t> job_of_process_;
  std::size_t measured_left_ = 0;  // jobs
  bool stops_others_ = false;
};

}  // namespace smpi::jobs
