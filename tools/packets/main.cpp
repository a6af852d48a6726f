// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-packets: replays patterns, traces and GOAL files on networks of packets, in parts beside
// each other. No program runs and no MPI library is simulated, so half a million ranks fit.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/result_file.h"
#include "models/packet/chooser.h"
#include "tools/packets/command_line.h"
#include "tools/packets/generators.h"
#include "tools/packets/goal_file.h"
#include "tools/packets/machine.h"
#include "tools/packets/results.h"
#include "tools/packets/run.h"
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
Job make_job(const Arguments& arguments) {
  const std::string& text = arguments.workload;
  if (is_pattern(text)) {
    // Patterns keep nothing of how far a rank is, so all parts have the same one.
    const std::shared_ptr<Workload> shared = make_generator(text, arguments.rank_count.value_or(0));
    return {.name = text, .open = [shared] { return shared; }, .rank_count = shared->rank_count()};
  }
  if (is_goal_file(text)) {
    if (arguments.rank_count) {
      throw kernel::InputError("a GOAL file says how many ranks it has",
                               {.text = fmt::format("-n {}", *arguments.rank_count)});
    }
    const std::shared_ptr<Workload> shared = make_goal_workload(text);
    return {.name = text, .open = [shared] { return shared; }, .rank_count = shared->rank_count()};
  }
  const TraceSource source{.path = text, .rank_count = arguments.rank_count.value_or(0)};
  std::vector<std::string> warnings;
  const std::uint32_t rank_count = look_at_trace(source, warnings);
  if (!arguments.is_quiet) {
    for (const std::string& warning : warnings) {
      kernel::print_message("smpi-packets: warning: {}\n", warning);
    }
  }
  return {.name = text,
          .open = [source] { return open_trace_workload(source); },
          .rank_count = rank_count};
}

// Traces count operations; the speed of the host that a rank is on makes them times.
void add_speeds(const Arguments& arguments, const Machine& machine, World& world) {
  Job& job = world.jobs.front();
  if (is_pattern(arguments.workload) || is_goal_file(arguments.workload)) return;
  TraceSource source{.path = arguments.workload, .rank_count = job.rank_count};
  for (const HostId host : world.host_of_rank) {
    source.speed_flops.push_back(machine.platform().hosts.speed_flops(host));
  }
  job.open = [source = std::move(source)] { return open_trace_workload(source); };
}

int perform(const Arguments& arguments) {
  const ResultFile ranks_file{.path = arguments.ranks_file, .what = "table of ranks"};
  const ResultFile links_file{.path = arguments.links_file, .what = "table of links"};
  const ResultFile summary_file{.path = arguments.summary_file, .what = "summary"};
  for (const ResultFile* file : {&ranks_file, &links_file, &summary_file}) {
    if (!file->path.empty()) file->require_writable();
  }
  const Job job = make_job(arguments);
  const Machine machine(arguments, job.rank_count);
  const bool counts_links = !links_file.path.empty();
  if (counts_links && machine.config().model != models::packet::Model::packet) {
    throw kernel::InputError("this model does not look at each link",
                             {.text = "--links", .hint = "network/model:packet does"});
  }
  World world = make_world(machine, job);
  add_speeds(arguments, machine, world);
  models::packet::Ports ports(machine.fabric().port_count(), machine.fabric().channel_count());
  const bool is_decided_by_routers =
      models::packet::Chooser::is_needed(machine.config().routing.rule);
  if (counts_links || is_decided_by_routers) ports.count_load();
  machine.fabric().fill(ports);
  const Outcome outcome = run(machine, world, ports,
                              {.parts = arguments.parts, .skips_repeats = arguments.skips_repeats});
  if (!ranks_file.path.empty()) ranks_file.write(ranks_csv(world, outcome));
  if (counts_links) links_file.write(links_csv(machine, ports));
  if (!summary_file.path.empty()) summary_file.write(summary_json(machine, world, outcome));
  if (!arguments.is_quiet) kernel::print_message("{}", describe(machine, world, outcome));
  if (outcome.unended_count == 0) return 0;
  kernel::print_message("smpi-packets: {}", describe_standstill(world, outcome));
  return standstill_status;
}

int run_command(int argc, char** argv) {
  kernel::open_standard_descriptors();
  try {
    const Parsed parsed = parse_arguments(argc, argv);
    if (parsed.answer) {
      kernel::print_result(*parsed.answer);
      return 0;
    }
    return perform(parsed.arguments);
  } catch (const kernel::InputError& error) {
    kernel::print_message("smpi-packets: {}\n", error.what());
    return input_error_status;
  } catch (const std::exception& error) {
    kernel::print_message("smpi-packets: {}\n", error.what());
    return standstill_status;
  }
}

}  // namespace
}  // namespace smpi::packets

int main(int argc, char** argv) {
  return smpi::packets::run_command(argc, argv);
}
