// SPDX-License-Identifier: BSD-3-Clause
//
// `--jobs FILE` and `-replay-jobs FILE`: several programs or traces on one platform. From the file
// to hosts, from hosts to running ranks, from their ends to what the summary says of each job.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/run/jobs/background_traffic.h"
#include "libsmpi/run/jobs/job_file.h"
#include "libsmpi/run/jobs/job_runs.h"
#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/run/launch/replay_file.h"
#include "libsmpi/run/launch/start_program.h"
#include "libsmpi/run/replay/replayed_traces.h"

namespace smpi::launch {

// Throws InputError for options that mean one program.
void refuse_options_of_one_program(const Arguments& arguments);

struct PlannedJobs {
  jobs::JobFile file;
  std::vector<std::vector<models::HostId>> host_of_rank;  // by job
  std::vector<trace::Trace*> trace_of_job;                // empty: programs run
  std::map<std::string, double> alone_s;  // with --alone: how long a job takes without the others

  std::vector<models::HostId> all_hosts() const;
};

// Reads the file and gives out hosts; with Arguments::alone_job, only that job is left, from time 0
// on. Throws InputError.
PlannedJobs plan_jobs(const Arguments& arguments, const models::Platform& platform);
// The same for traces, which must outlive the result. Jobs without a hostfile share out the hosts
// of the run's placement, in the order of the file.
PlannedJobs plan_replay_jobs(const Arguments& arguments, const models::Platform& platform,
                             const OpenTraces& open);

// Runs each measured job without the others, in processes of their own, and notes the times.
// Returns the exit status of the first run that failed, else 0.
int run_alone(const Arguments& arguments, PlannedJobs& planned);

void print_job_mapping(const PlannedJobs& planned, const models::Platform& platform);

// What the summary says of a job.
struct JobSummary {
  std::string name;
  std::size_t rank_count = 0;
  bool is_measured = true;
  std::uint64_t run_count = 0;  // that ended
  double start_s = 0;           // of the first
  double end_s = 0;             // of the last
  double run_s = 0;             // mean
  double energy_j = 0;          // of its hosts, while it ran
  std::optional<double> alone_s;
};

class RunningJobs {
 public:
  // Opens all programs and schedules the jobs and the traffic. `planned` stays where it is. Throws
  // InputError.
  RunningJobs(const PlannedJobs& planned, Simulation& simulation, StartedProgram& programs);
  // Schedules the jobs of traces.
  RunningJobs(const PlannedJobs& planned, Simulation& simulation, replay::ReplayedTraces& traces);

  std::vector<JobSummary> summarize() const;
  // A line for the terminal; empty without traffic.
  std::string describe_traffic() const;

 private:
  const PlannedJobs& planned_;
  std::unique_ptr<jobs::JobRuns> runs_;
  std::unique_ptr<jobs::BackgroundTraffic> traffic_;
};

// Lines for the terminal.
std::string describe_jobs(const std::vector<JobSummary>& jobs, bool has_energy);

}  // namespace smpi::launch
