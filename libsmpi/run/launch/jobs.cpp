// SPDX-License-Identifier: BSD-3-Clause
//
// Jobs of a run, and each of them alone.
#include "libsmpi/run/launch/jobs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/jobs/allocation.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/hostfile.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/placement.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

// What jobs print when they run alone was printed, or will be, by the run with all of them.
void discard_standard_output() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::close(nowhere);
}

int run_one_alone(Arguments arguments, std::size_t job, double& time_s) {
  MemoryFile summary;
  arguments.alone = false;
  arguments.alone_job = job;
  arguments.quiet = true;
  arguments.print_mapping = false;
  arguments.comm_matrix_file.clear();
  arguments.statistics_file.clear();
  arguments.report_file.clear();
  arguments.summary_file = summary.path();
  const int exit_status = run_in_child([&] {
    discard_standard_output();
    return run(arguments);
  });
  const auto json = nlohmann::json::parse(summary.read(), nullptr, false);
  if (exit_status != 0 || !json.is_object())
    return exit_status == 0 ? input_error_status : exit_status;
  time_s = json["jobs"][0]["run_s"];
  return 0;
}

}  // namespace

void refuse_options_of_one_program(const Arguments& arguments) {
  const auto refuse = [](const std::string& option, const char* hint) {
    throw kernel::InputError("--jobs does not go with this", {.text = option, .hint = hint});
  };
  if (!arguments.program.empty()) {
    refuse(arguments.program.front(), "the jobs file names the programs");
  }
  if (arguments.rank_count) refuse("-np", "np = N in each [[job]]");
  if (!arguments.hostfile.empty()) refuse("--hostfile", "hosts = \"0-63\" in each [[job]]");
  if (!arguments.placement.empty()) refuse("--placement", "placement = \"...\" in each [[job]]");
  if (arguments.platform.empty()) refuse("no platform", "--platform torus:8x8x8");
  if (arguments.check_folding) refuse("--check-folding", "");
  if (!arguments.profile_file.empty()) refuse("--profile-functions", "");
  if (arguments.explore_count) refuse("--explore", "");
  if (arguments.analyze) refuse("--analyze", "analyze each program alone");
  if (!arguments.matching.empty()) refuse("--matching", "");
  if (arguments.trace.is_time_independent) refuse("--trace-ti", "record each program alone");
}

std::vector<models::HostId> PlannedJobs::all_hosts() const {
  std::vector<models::HostId> hosts;
  for (const auto& of_job : host_of_rank) hosts.insert(hosts.end(), of_job.begin(), of_job.end());
  return hosts;
}

namespace {

void leave_out_others(PlannedJobs& planned, std::size_t job) {
  planned.file = {.jobs = {planned.file.jobs[job]}, .traffic = {}};
  planned.host_of_rank = {planned.host_of_rank[job]};
  if (!planned.trace_of_job.empty()) planned.trace_of_job = {planned.trace_of_job[job]};
  planned.file.jobs[0].start_s = 0;
  planned.file.jobs[0].repeat_count = 1;
}

// Of a job with a hostfile of its own.
std::vector<models::HostId> hosts_of_file(const jobs::ReplayJob& job,
                                          const models::Platform& platform, bool quiet) {
  const std::uint32_t rank_count = job.job.rank_count;
  const auto places = read_hostfile(job.hostfile, platform, rank_count);
  Mapping mapping = map_ranks(rank_count, places);
  if (mapping.places_reused && !quiet) {
    kernel::print_message("smpirun: job {}: {} ranks on {} places: hosts run several ranks\n",
                          job.job.name, rank_count, places.size());
  }
  return std::move(mapping.host_of_rank);
}

}  // namespace

PlannedJobs plan_jobs(const Arguments& arguments, const models::Platform& platform) {
  PlannedJobs planned;
  planned.file = jobs::read_job_file(arguments.jobs_file, platform);
  planned.host_of_rank = jobs::allocate(planned.file.jobs, platform);
  if (arguments.alone_job) leave_out_others(planned, *arguments.alone_job);
  return planned;
}

PlannedJobs plan_replay_jobs(const Arguments& arguments, const models::Platform& platform,
                             const OpenTraces& open) {
  PlannedJobs planned;
  Arguments placed = arguments;
  placed.rank_count = 0;
  for (const jobs::ReplayJob& job : open.jobs) {
    if (job.hostfile.empty()) *placed.rank_count += job.job.rank_count;
  }
  std::vector<models::HostId> hosts;
  if (*placed.rank_count > 0) hosts = place_run(placed, platform).host_of_rank;
  auto next = hosts.begin();
  for (std::size_t i = 0; i < open.jobs.size(); i++) {
    const jobs::ReplayJob& job = open.jobs[i];
    planned.file.jobs.push_back(job.job);
    planned.trace_of_job.push_back(open.traces[i].get());
    if (!job.hostfile.empty()) {
      planned.host_of_rank.push_back(hosts_of_file(job, platform, arguments.quiet));
      continue;
    }
    planned.host_of_rank.emplace_back(next, next + job.job.rank_count);
    next += job.job.rank_count;
  }
  if (arguments.alone_job) leave_out_others(planned, *arguments.alone_job);
  return planned;
}

int run_alone(const Arguments& arguments, PlannedJobs& planned) {
  RepeatedInput input;
  for (std::size_t i = 0; i < planned.file.jobs.size(); i++) {
    const jobs::Job& job = planned.file.jobs[i];
    if (!job.is_measured) continue;
    input.rewind();
    const int exit_status = run_one_alone(arguments, i, planned.alone_s[job.name]);
    if (exit_status == 0) continue;
    kernel::print_message("smpirun: job {} alone ended with status {}\n", job.name, exit_status);
    return exit_status;
  }
  input.rewind();
  return 0;
}

void print_job_mapping(const PlannedJobs& planned, const models::Platform& platform) {
  for (std::size_t i = 0; i < planned.file.jobs.size(); i++) {
    kernel::print_message("job {}\n", planned.file.jobs[i].name);
    for (std::size_t rank = 0; rank < planned.host_of_rank[i].size(); rank++) {
      kernel::print_message("rank {:>6} on {}\n", rank,
                            platform.hosts.name[planned.host_of_rank[i][rank]]);
    }
  }
}

RunningJobs::RunningJobs(const PlannedJobs& planned, Simulation& simulation,
                         StartedProgram& programs)
    : planned_(planned) {
  std::vector<std::size_t> command_of_job;
  for (const jobs::Job& job : planned.file.jobs) {
    command_of_job.push_back(programs.open_command(job.command));
  }
  runs_ = std::make_unique<jobs::JobRuns>(simulation, planned.file.jobs, planned.host_of_rank,
                                          [&programs, &planned, command_of_job](std::size_t job) {
                                            return programs.start_command(
                                                command_of_job[job], planned.host_of_rank[job]);
                                          });
  programs.set_rank_end_hook([this](const Rank& rank) { runs_->rank_ends(rank); });
  if (planned.file.traffic.empty()) return;
  traffic_ = std::make_unique<jobs::BackgroundTraffic>(simulation, planned.file.traffic,
                                                       simulation.modeled->seeds.calls);
}

RunningJobs::RunningJobs(const PlannedJobs& planned, Simulation& simulation,
                         replay::ReplayedTraces& traces)
    : planned_(planned),
      runs_(std::make_unique<jobs::JobRuns>(simulation, planned.file.jobs, planned.host_of_rank,
                                            [&traces, &planned](std::size_t job) {
                                              return traces.start(*planned.trace_of_job[job],
                                                                  planned.host_of_rank[job]);
                                            })) {
  traces.set_rank_end_hook([this](const Rank& rank) { runs_->rank_ends(rank); });
}

std::vector<JobSummary> RunningJobs::summarize() const {
  std::vector<JobSummary> result;
  for (const jobs::JobRecord& record : runs_->records()) {
    JobSummary summary{.name = record.job->name,
                       .rank_count = record.host_of_rank.size(),
                       .is_measured = record.job->is_measured,
                       .run_count = record.ended_count,
                       .start_s = record.first_start_s,
                       .end_s = record.end_s,
                       .run_s = 0,
                       .energy_j = record.energy_j,
                       .alone_s = {}};
    if (record.ended_count > 0) {
      summary.run_s = record.busy_s / static_cast<double>(record.ended_count);
    }
    const auto alone = planned_.alone_s.find(summary.name);
    if (alone != planned_.alone_s.end()) summary.alone_s = alone->second;
    result.push_back(std::move(summary));
  }
  return result;
}

std::string RunningJobs::describe_traffic() const {
  if (traffic_ == nullptr) return {};
  return fmt::format("smpirun: background traffic: {} messages, {}\n", traffic_->message_count(),
                     models::format_size(traffic_->message_bytes()));
}

std::string describe_jobs(const std::vector<JobSummary>& jobs, bool has_energy) {
  std::string text;
  for (const JobSummary& job : jobs) {
    text += fmt::format("smpirun: job {}: {} ranks, start {}", job.name, job.rank_count,
                        models::format_time(job.start_s));
    if (job.run_count == 0) {
      text += ", not ended\n";
      continue;
    }
    text += fmt::format(", end {}", models::format_time(job.end_s));
    if (job.run_count > 1) text += fmt::format(", {} runs", job.run_count);
    text += fmt::format(", time {}", models::format_time(job.run_s));
    if (job.alone_s) {
      text += fmt::format(", alone {}, slowdown {:.4f}", models::format_time(*job.alone_s),
                          job.run_s / *job.alone_s);
    }
    if (has_energy) text += fmt::format(", energy of its hosts {:.6g} J", job.energy_j);
    text += '\n';
  }
  return text;
}

}  // namespace smpi::launch
