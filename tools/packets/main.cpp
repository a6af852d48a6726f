// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-packets: replays patterns, traces and GOAL files on networks of packets, in parts beside
// each other. No program runs and no MPI library is simulated, so half a million ranks fit.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/result_file.h"
#include "models/packet/chooser.h"
#include "models/platform/units.h"
#include "tools/packets/command_line.h"
#include "tools/packets/generators.h"
#include "tools/packets/goal_file.h"
#include "tools/packets/helper_link.h"
#include "tools/packets/jobs_file.h"
#include "tools/packets/machine.h"
#include "tools/packets/otf2_trace.h"
#include "tools/packets/results.h"
#include "tools/packets/run.h"
#include "tools/packets/timeline_actions.h"
#include "tools/packets/trace_workload.h"

namespace smpi::packets {
namespace {

using launch::ResultFile;

constexpr int input_error_status = 2;
constexpr int standstill_status = 3;

bool is_pattern(const std::string& workload) {
  const std::string name = workload.substr(0, workload.find(':'));
  return name.find('/') == std::string::npos && name.find('.') == std::string::npos &&
         access(workload.c_str(), R_OK) != 0;
}

// The kind of workload, and how each part of a run opens its own.
Job make_job(const JobLine& line, bool is_quiet) {
  const std::string& text = line.workload;
  if (is_pattern(text)) {
    // Patterns keep nothing of how far a rank is, so all parts have the same one.
    const std::shared_ptr<Workload> shared = make_generator(text, line.rank_count);
    return {.name = text, .open = [shared] { return shared; }, .rank_count = shared->rank_count()};
  }
  const bool is_archive = is_otf2_archive(text);
  if (!is_archive && is_goal_file(text)) {
    const std::shared_ptr<Workload> shared = make_goal_workload(text);
    return {.name = text, .open = [shared] { return shared; }, .rank_count = shared->rank_count()};
  }
  TraceSource source{.path = text, .rank_count = line.rank_count};
  if (is_archive) source.read = read_otf2_archive(text);
  std::vector<std::string> warnings;
  const std::uint32_t rank_count = look_at_trace(source, warnings);
  for (const std::string& warning : warnings) {
    if (!is_quiet) kernel::print_message("smpi-packets: warning: {}\n", warning);
  }
  return {.name = text,
          .open = [source] { return open_trace_workload(source); },
          .rank_count = rank_count};
}

// Traces count operations; the speed of the host that a rank is on makes them times.
void add_speeds(const Machine& machine, World& world) {
  for (Job& job : world.jobs) {
    if (is_pattern(job.name) || is_otf2_archive(job.name) || is_goal_file(job.name)) continue;
    TraceSource source{.path = job.name, .rank_count = job.rank_count};
    for (RankId rank = 0; rank < job.rank_count; rank++) {
      const HostId host = world.host_of_rank[job.first_rank + rank];
      source.speed_flops.push_back(machine.platform().hosts.speed_flops(host));
    }
    job.open = [source = std::move(source)] { return open_trace_workload(source); };
  }
}

std::vector<Job> make_only_job(const Arguments& arguments) {
  const std::string& workload = arguments.workload;
  if (arguments.rank_count && !is_pattern(workload) &&
      (is_otf2_archive(workload) || is_goal_file(workload))) {
    throw kernel::InputError(
        "this file says how many ranks it has",
        {.file = workload, .text = fmt::format("-n {}", *arguments.rank_count)});
  }
  return {make_job(
      {.workload = arguments.workload, .map = {}, .rank_count = arguments.rank_count.value_or(0)},
      arguments.is_quiet)};
}

std::vector<Job> make_jobs(const JobsFile& file, bool is_quiet) {
  std::vector<Job> jobs;
  RankId first_rank = 0;
  for (JobLine line : file.jobs) {
    const bool repeats = is_pattern(line.workload);
    if (line.iterations > 1 && !repeats) {
      throw kernel::InputError("a trace is replayed once",
                               {file.path, line.line, line.workload, "iterations repeat patterns"});
    }
    if (repeats && line.iterations > 1) {
      const char* joint = line.workload.find(':') == std::string::npos ? ":" : ",";
      line.workload += fmt::format("{}iterations={}", joint, line.iterations);
    }
    Job job = make_job(line, is_quiet);
    if (job.rank_count != line.rank_count) {
      throw kernel::InputError(
          "a workload has another number of ranks than its job",
          {file.path, line.line, line.workload, fmt::format("it has {}", job.rank_count)});
    }
    job.first_rank = first_rank;
    first_rank += job.rank_count;
    jobs.push_back(std::move(job));
  }
  return jobs;
}

void require_process_count(const Arguments& arguments, std::uint32_t process_count) {
  if (arguments.process_count == 0 || arguments.process_count == process_count) return;
  throw kernel::InputError("mpirun says how many processes there are",
                           {.text = fmt::format("--processes {}", arguments.process_count),
                            .hint = fmt::format("it has started {}", process_count)});
}

Picoseconds lookahead_of(const Arguments& arguments) {
  const double time_s = models::parse_quantity(arguments.lookahead, models::Quantity::time_s).value;
  constexpr double least_s = 1e-12, most_s = 1;
  if (time_s >= least_s && time_s <= most_s) return models::packet::to_picoseconds(time_s);
  throw kernel::InputError("a lookahead is a time from 1 ps to 1 s",
                           {.text = "--parallelism " + arguments.lookahead});
}

// Of a run that has been simulated already, with the ranks one after the other over the hosts.
int look_at_timeline(const Arguments& arguments) {
  const Timeline timeline = read_timeline(arguments.workload);
  const Job job{.name = arguments.workload, .open = {}, .rank_count = timeline.rank_count};
  const Machine machine(arguments, timeline.rank_count);
  const World world = make_world(machine, {job});
  Parallelism parallelism(world, lookahead_of(arguments));
  for (const Action& action : timeline.actions) {
    parallelism.acts(action.rank, action.time, action.is_send);
  }
  kernel::print_message("smpi-packets: {} messages of {} ranks in {}\n{}",
                        timeline.actions.size() / 2, timeline.rank_count, arguments.workload,
                        parallelism.describe());
  return 0;
}

// `link`: to other processes that do the same; null: there are none. The first one writes.
int perform(const Arguments& arguments, HelperLink* link) {
  const bool writes = link == nullptr || link->is_first();
  if (!arguments.lookahead.empty() && arguments.workload.ends_with(".prv")) {
    return writes ? look_at_timeline(arguments) : 0;
  }
  const ResultFile ranks_file{.path = arguments.ranks_file, .what = "table of ranks"};
  const ResultFile links_file{.path = arguments.links_file, .what = "table of links"};
  const ResultFile summary_file{.path = arguments.summary_file, .what = "summary"};
  for (const ResultFile* file : {&ranks_file, &links_file, &summary_file}) {
    if (writes && !file->path.empty()) file->require_writable();
  }
  std::optional<JobsFile> jobs_file;
  if (!arguments.jobs_file.empty()) jobs_file = read_jobs_file(arguments.jobs_file);
  std::vector<Job> jobs =
      jobs_file ? make_jobs(*jobs_file, arguments.is_quiet) : make_only_job(arguments);
  const Machine machine(arguments, jobs.back().first_rank + jobs.back().rank_count);
  const bool counts_links = !links_file.path.empty();
  if (counts_links && machine.config().model != models::packet::Model::packet) {
    throw kernel::InputError("this model does not look at each link",
                             {.text = "--links", .hint = "network/model:packet does"});
  }
  World world = make_world(machine, std::move(jobs));
  if (jobs_file) place_jobs(world, map_jobs(*jobs_file, machine.platform()));
  add_speeds(machine, world);
  std::optional<Parallelism> parallelism;
  if (!arguments.lookahead.empty()) parallelism.emplace(world, lookahead_of(arguments));
  models::packet::Ports ports(machine.fabric().port_count(), machine.fabric().channel_count());
  const bool is_decided_by_routers =
      models::packet::Chooser::is_needed(machine.config().routing.rule);
  if (counts_links || is_decided_by_routers) ports.count_load();
  machine.fabric().fill(ports);
  const Outcome outcome = run(machine, world, ports,
                              {.parts = arguments.parts,
                               .skips_repeats = arguments.skips_repeats,
                               .parallelism = parallelism ? &*parallelism : nullptr,
                               .link = link});
  if (!writes) return 0;
  if (!ranks_file.path.empty()) ranks_file.write(ranks_csv(world, outcome));
  if (counts_links) links_file.write(links_csv(machine, ports));
  if (!summary_file.path.empty()) summary_file.write(summary_json(machine, world, outcome));
  if (!arguments.is_quiet) kernel::print_message("{}", describe(machine, world, outcome));
  if (parallelism && !arguments.is_quiet) kernel::print_message("{}", parallelism->describe());
  if (outcome.unended_count == 0) return 0;
  kernel::print_message("smpi-packets: {}", describe_standstill(world, outcome));
  return standstill_status;
}

// Prints what went wrong; of several processes the first one does.
int fail(Failure failure, HelperLink* link, bool is_known) {
  if (link != nullptr && !is_known && link->has_meetings_left()) failure = link->fail(failure);
  if (link == nullptr || link->is_first()) {
    kernel::print_message("smpi-packets: {}\n", failure.text);
  }
  return failure.status;
}

int obey(int argc, char** argv, HelperLink* link) {
  try {
    Parsed parsed = parse_arguments(argc, argv);
    Arguments& arguments = parsed.arguments;
    const bool is_first = link == nullptr || link->is_first();
    if (parsed.answer) {
      if (is_first) kernel::print_result(*parsed.answer);
      return 0;
    }
    if (link != nullptr) {
      require_process_count(arguments, link->process_count());
      arguments.is_quiet |= !is_first;
    } else if (arguments.process_count > 0) {
      start_processes(arguments.process_count, argv);
    }
    return perform(arguments, link);
  } catch (const ProcessFailed& failed) {
    return fail({failed.status(), failed.what()}, link, true);
  } catch (const kernel::InputError& error) {
    return fail({input_error_status, error.what()}, link, false);
  } catch (const std::exception& error) {
    return fail({standstill_status, error.what()}, link, false);
  }
}

int run_command(int argc, char** argv) {
  kernel::open_standard_descriptors();
  try {
    const std::unique_ptr<HelperLink> link = HelperLink::find();
    const int status = obey(argc, argv, link.get());
    if (link != nullptr) link->end(status);
    return status;
  } catch (const kernel::InputError& error) {
    return fail({input_error_status, error.what()}, nullptr, false);
  }
}

}  // namespace
}  // namespace smpi::packets

int main(int argc, char** argv) {
  return smpi::packets::run_command(argc, argv);
}
