// SPDX-License-Identifier: BSD-3-Clause
//
// Starts, ends and repeats of jobs.
#include "libsmpi/run/jobs/job_runs.h"

#include <algorithm>
#include <set>
#include <utility>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::jobs {
namespace {

constexpr std::uint32_t no_job = 0xffffffffU;

}  // namespace

JobRuns::JobRuns(Simulation& simulation, const std::vector<Job>& jobs,
                 std::vector<std::vector<models::HostId>> host_of_rank, Start start)
    : simulation_(simulation), start_(std::move(start)) {
  for (std::size_t i = 0; i < jobs.size(); i++) {
    JobRecord record;
    record.job = &jobs[i];
    record.host_of_rank = std::move(host_of_rank[i]);
    records_.push_back(std::move(record));
    if (jobs[i].is_measured) {
      measured_left_++;
    } else {
      stops_others_ = true;
    }
  }
  for (std::size_t i = 0; i < records_.size(); i++) {
    simulation_.engine.spawn(
        [this, i] {
          if (records_[i].job->start_s > 0) simulation_.engine.sleep(records_[i].job->start_s);
          this->start(i);
          simulation_.engine.finish_current();
        },
        nullptr);
  }
}

double JobRuns::energy_j(const JobRecord& record) const {
  const models::Energy& energy = simulation_.machine->energy();
  double sum_j = 0;
  const std::set<models::HostId> hosts(record.host_of_rank.begin(), record.host_of_rank.end());
  for (const models::HostId host : hosts) sum_j += energy.host_energy_j(host);
  return sum_j;
}

void JobRuns::start(std::size_t job) {
  JobRecord& record = records_[job];
  const process::StartedRanks ranks = start_(job);
  job_of_process_.resize(simulation_.ranks.size(), no_job);
  for (std::uint32_t i = 0; i < ranks.count; i++) {
    simulation_.ranks[ranks.first + i]->job = &record.job->name;
  }
  std::fill_n(job_of_process_.begin() + ranks.first, ranks.count, static_cast<std::uint32_t>(job));
  record.living_ranks = ranks.count;
  record.start_s = simulation_.engine.now_s();
  record.start_energy_j = energy_j(record);
  if (record.started_count++ == 0) record.first_start_s = record.start_s;
}

void JobRuns::rank_ends(const Rank& rank) {
  if (rank.process >= job_of_process_.size()) return;  // spawned
  const std::uint32_t job = job_of_process_[rank.process];
  if (job == no_job || --records_[job].living_ranks > 0) return;
  JobRecord& record = records_[job];
  run_ends(record);
  if (!record.job->repeat_count || record.ended_count < *record.job->repeat_count) {
    start(job);
    return;
  }
  if (record.job->is_measured && --measured_left_ == 0 && stops_others_) {
    simulation_.engine.stop();
  }
}

void JobRuns::run_ends(JobRecord& record) {
  record.ended_count++;
  record.end_s = simulation_.engine.now_s();
  record.busy_s += record.end_s - record.start_s;
  record.energy_j += energy_j(record) - record.start_energy_j;
}

}  // namespace smpi::jobs
