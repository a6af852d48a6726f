// SPDX-License-Identifier: BSD-3-Clause
//
// The steps of a run: options, platform, mapping, program, simulation, summary.
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/launch/devices.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/cost/devices/state.h"
#include "libsmpi/cost/modeled/blas_choice.h"
#include "libsmpi/cost/modeled/overlay/overlays.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/doors/assembly/host_failures.h"
#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/mpi/coll/choice/trials.h"
#include "libsmpi/mpi/io/storage.h"
#include "libsmpi/ranks/load/libc/tagged_output.h"
#include "libsmpi/ranks/load/real_clock.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/stack_size.h"
#include "libsmpi/run/futures/changes.h"
#include "libsmpi/run/futures/splitter.h"
#include "libsmpi/run/launch/attempt.h"
#include "libsmpi/run/launch/energy_report.h"
#include "libsmpi/run/launch/explore.h"
#include "libsmpi/run/launch/foreign_options.h"
#include "libsmpi/run/launch/host_speed.h"
#include "libsmpi/run/launch/jobs.h"
#include "libsmpi/run/launch/placement.h"
#include "libsmpi/run/launch/progress.h"
#include "libsmpi/run/launch/re_execute.h"
#include "libsmpi/run/launch/recordings.h"
#include "libsmpi/run/launch/replay_file.h"
#include "libsmpi/run/launch/restarts.h"
#include "libsmpi/run/launch/simgrid_lines.h"
#include "libsmpi/run/launch/start_program.h"
#include "libsmpi/run/launch/stop_after.h"
#include "libsmpi/run/launch/summary.h"
#include "libsmpi/run/launch/validity_report.h"
#include "libsmpi/run/replay/replayed_traces.h"
#include "libsmpi/watch/analyze/hooks.h"
#include "libsmpi/watch/analyze/matching_record.h"
#include "models/host/governor.h"
#include "models/network/policy_loads.h"
#include "models/network/routing_config.h"
#include "models/platform/describe.h"
#include "models/platform/drawing.h"
#include "models/platform/platform.h"
#include "models/platform/ways.h"
#include "models/readers/network_file.h"
#include "models/readers/scenario.h"
#include "models/readers/short_platform.h"
#include "models/readers/xml_platform.h"

namespace smpi::launch {
namespace {

void refuse_short_platform_options(const Arguments& arguments) {
  if (arguments.short_platform_options.empty()) return;
  throw kernel::InputError(
      fmt::format("a platform file takes no {}",
                  fmt::join(arguments.short_platform_options, " and no ")),
      {.text = arguments.platform,
       .hint = "write speeds, cores and links into the file, or give a short description, such as "
               "star:16"});
}

models::Platform load_platform(const Arguments& arguments, std::uint32_t rank_count) {
  if (arguments.platform.empty()) {
    if (!arguments.quiet) {
      kernel::print_message("smpirun: no platform given: a star of {} {}, {} a core, links of {}\n",
                            rank_count, rank_count == 1 ? "host" : "hosts",
                            arguments.short_platform.host_speed, arguments.short_platform.link);
    }
    return models::make_short_platform(fmt::format("star:{}", rank_count),
                                       arguments.short_platform);
  }
  if (has_short_platform(arguments)) {
    return models::make_short_platform(arguments.platform, arguments.short_platform);
  }
  refuse_short_platform_options(arguments);
  if (arguments.platform.ends_with(".so")) {
    throw kernel::InputError(
        "a platform that a library builds is not possible: it calls SimGrid's functions",
        {.text = arguments.platform,
         .hint = "write it as a platform file, or describe it, such as star:16"});
  }
  return models::read_platform_file(arguments.platform, arguments.include_folders);
}

// Its links are those of the short platform where the user gives no others.
std::optional<models::NetworkFile> read_network(Arguments& arguments) {
  if (arguments.network_file.empty()) return std::nullopt;
  models::NetworkFile network = models::read_network_file(arguments.network_file);
  if (network.reference && !arguments.has_link) {
    arguments.short_platform.link =
        fmt::format("{},{}", network.reference->bandwidth, network.reference->latency);
  }
  return network;
}

void report_other_links(const std::optional<models::NetworkFile>& network,
                        const models::Platform& platform, bool quiet) {
  if (quiet || !network) return;
  const std::string note = models::describe_other_links(*network, platform);
  if (!note.empty()) kernel::print_message("smpirun: {}\n", note);
}

// Of a run of --what-if: on top of the user's own factor.
void scale_option(kernel::Options& options, const Arguments& arguments) {
  const double given = std::strtod(options.text(arguments.scaled_option).c_str(), nullptr);
  options.set(arguments.scaled_option, fmt::format("{}", given * arguments.scale));
}

void set_from_file(std::span<const models::Platform::Config> settings, const std::string& path,
                   Arguments& arguments, kernel::Options& options) {
  for (const models::Platform::Config& setting : settings) {
    auto left =
        translate({setting.key, setting.value, {.file = path, .line = setting.line}}, arguments);
    if (!left) continue;
    const std::string warning = raise_stack_size(left->key, left->value, left->origin);
    if (!warning.empty() && !arguments.quiet) {
      kernel::print_message("smpirun: warning: {}\n", warning);
    }
    options.set(left->key, left->value, left->origin);
  }
}

kernel::Options make_options(Arguments& arguments, const models::Platform& platform,
                             const std::optional<models::NetworkFile>& network) {
  kernel::Options options;
  declare_all_options(options);
  if (arguments.explored || !arguments.matching.empty()) {  // measured times would change the rest
    options.set("smpi/simulate-computation", "no");
  }
  set_trace_options(arguments, options);
  for (const std::string& text : arguments.configuration) options.set_from_argument(text);
  set_from_file(platform.config, platform.source, arguments, options);
  if (network) set_from_file(network->settings, arguments.network_file, arguments, options);
  if (arguments.replica_index > 0) {
    const double seed = options.number("smpi/seed") + arguments.replica_index;
    options.set("smpi/seed", fmt::format("{}", seed));
  }
  if (!options.is_set("network/noise-seed")) {
    options.set("network/noise-seed", fmt::format("{}", modeled::run_seed(options)));
  }
  if (!arguments.scaled_option.empty()) scale_option(options, arguments);
  if (!arguments.quiet) report_foreign_options(arguments.foreign_notes);
  return options;
}

void print_mapping(const Simulation& simulation, const std::string& how) {
  kernel::print_message("{}\n", how);
  for (const auto& rank : simulation.ranks) {
    kernel::print_message("rank {:>6} on {}\n", rank->world_rank,
                          simulation.platform.hosts.name[rank->host]);
  }
}

void report_warnings(const models::Platform& platform, bool quiet) {
  if (quiet) return;
  for (const std::string& warning : platform.warnings) {
    kernel::print_message("smpirun: warning: {}\n", warning);
  }
}

// What a file asks for and the options do not switch on.
void report_unused_governors(const models::Platform& platform, const kernel::Options& options,
                             bool quiet) {
  if (quiet || models::Governors::are_wanted(options)) return;
  const char* const property = models::Governors::unused_property(platform);
  if (property == nullptr) return;
  kernel::print_message(
      "smpirun: warning: the property {} of hosts has no effect without --cfg=plugin:host_dvfs\n",
      property);
}

void report_own_rules(const Simulation& simulation, bool quiet) {
  if (quiet) return;
  const std::string rules = simulation.collectives.describe_own_rules();
  if (!rules.empty()) kernel::print_message("smpirun: {}\n", rules);
}

void report_replacements(const Simulation& simulation) {
  for (const std::string& line : simulation.collectives.describe_replacements()) {
    kernel::print_message("smpirun: warning: {}\n", line);
  }
  if (simulation.devices != nullptr) {
    kernel::print_message("{}", simulation.devices->describe_unknown());
  }
}

void report_memory(const Simulation& simulation, bool quiet) {
  const std::string warning = simulation.shared_memory->warning();
  if (!quiet && !warning.empty()) kernel::print_message("smpirun: warning: {}\n", warning);
}

void refuse_impossible(const Arguments& arguments) {
  refuse_useless_devices(arguments);
  if (!arguments.jobs_file.empty()) {
    refuse_options_of_one_program(arguments);
  } else if (arguments.alone && arguments.replay_jobs_file.empty()) {
    throw kernel::InputError("--alone needs --jobs FILE or -replay-jobs FILE", {.text = "--alone"});
  }
  const bool has_program =
      !arguments.program.empty() || !arguments.jobs_file.empty() || arguments.is_replay();
  if (!arguments.describe_platform && !has_program) {
    throw kernel::InputError("no program given",
                             {.hint = "smpirun -np N [options] program [arguments]"});
  }
  const bool is_half_a_route = !arguments.describe_from.empty() && arguments.describe_to.empty();
  if (arguments.describe_platform && (is_half_a_route || !arguments.program.empty())) {
    throw kernel::InputError(
        "--describe-platform takes two hosts or none, and runs no program",
        {.text = is_half_a_route ? arguments.describe_from : arguments.program.front(),
         .hint = "smpirun --platform ... --describe-platform [HOST HOST]"});
  }
  if (arguments.draws_platform &&
      (!arguments.describe_platform || !arguments.describe_from.empty())) {
    throw kernel::InputError(
        "--dot draws a whole platform",
        {.text = "--dot", .hint = "smpirun --platform ... --describe-platform --dot"});
  }
  if (arguments.rank_count == 0U) {
    throw kernel::InputError("a run needs ranks", {.text = "-np 0", .hint = "give -np N"});
  }
  if (arguments.rank_count > ranks_max) {
    throw kernel::InputError("no machine runs so many ranks",
                             {.text = fmt::format("-np {}", *arguments.rank_count),
                              .hint = fmt::format("at most {}", ranks_max)});
  }
}

void require_routes(const models::Platform& platform, const kernel::Options& options,
                    std::vector<models::HostId> used_hosts) {
  if (const auto server = io::Storage::find_server(platform, options)) {
    used_hosts.push_back(*server);
  }
  platform.require_routes(used_hosts);
}

// All ranks share this machine, and a library's own threads would compute outside the simulated
// time: one thread a rank unless the user says otherwise. OMP_THREAD_LIMIT is for programs that
// ask for more themselves.
void limit_library_threads() {
  if (getenv("OMP_NUM_THREADS") == nullptr) setenv("OMP_THREAD_LIMIT", "1", 0);
  for (const char* variable :
       {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"}) {
    setenv(variable, "1", 0);
  }
}

void start_analysis(AssembledSimulation& simulation, const Arguments& arguments) {
  const AnalysisMode mode = arguments.analyze.value_or(AnalysisMode{});
  simulation.set_checks(std::make_unique<Analysis>(mode, arguments.matching));
  if (!mode.is_strict) return;
  simulation.tuning.async_small_bytes = 0;
  simulation.tuning.detached_bytes = 0;
}

// What a run did, for whoever looks for other matchings.
MatchingRecord record_of(const Simulation& simulation, const Summary& summary) {
  MatchingRecord record = record_matching(simulation);
  record.end = summary.end;
  record.report = simulation.early_end.report;
  record.exit_status = summary.exit_status;
  return record;
}

// Prints what was found; a mistake decides the exit status of a run that is fine otherwise.
void report_analysis(const Simulation& simulation, Explorer* explorer, Summary& summary) {
  summary.findings = analyze(simulation);
  Exploration other;
  if (explorer != nullptr) other = explorer->explore(record_of(simulation, summary));
  if (other.found) {
    Findings found;
    found.add(other.text, nullptr);
    summary.findings->push_back(
        {"other_matchings", "other matchings of messages, with another result", found});
    other.text.clear();
  }
  kernel::print_message("smpirun: analysis\n{}{}", describe_analysis(simulation, *summary.findings),
                        other.text);
  if (summary.exit_status == 0 && has_mistake(*summary.findings) &&
      !analysis_of(simulation)->mode.keeps_status) {
    summary.exit_status = mistake_exit_status;
  }
}

// A run that can start.
struct Prepared {
  AssembledSimulation& simulation;
  const Mapping& mapping;
  bool is_speed_chosen;       // by us (launch/host_speed.h)
  Explorer* explorer;         // nullptr: no other matchings
  PlannedJobs* jobs;          // nullptr: one program, or one trace
  const OpenTraces& traces;   // in the place of programs
  futures::Changes& changes;  // of the futures that the run is split into
};

// The ranks of a run: those of programs, or of traces.
class StartedRanks {
 public:
  StartedRanks(const Arguments& arguments, const Prepared& prepared) {
    const std::vector<models::HostId>& hosts = prepared.mapping.host_of_rank;
    if (!arguments.is_replay()) {
      program_.emplace(arguments, prepared.simulation, hosts);
      return;
    }
    traces_.emplace(prepared.simulation);
    if (prepared.jobs == nullptr) traces_->start(*prepared.traces.traces.front(), hosts);
  }
  void start_jobs(const Prepared& prepared) {
    if (prepared.jobs == nullptr) return;
    if (traces_) {
      jobs_.emplace(*prepared.jobs, prepared.simulation, *traces_);
    } else {
      jobs_.emplace(*prepared.jobs, prepared.simulation, *program_);
    }
  }
  const RunningJobs* jobs() const { return jobs_ ? &*jobs_ : nullptr; }
  std::string describe() const {
    if (program_) return program_->describe_loading();
    return jobs_ ? "traces are replayed" : "a trace is replayed";
  }
  std::span<const load::Breakpoint> breakpoints() const {
    if (!program_) return {};
    return program_->breakpoints();
  }
  std::optional<std::uint64_t> action_count() const {
    if (!traces_) return std::nullopt;
    return traces_->action_count();
  }

 private:
  std::optional<StartedProgram> program_;
  std::optional<replay::ReplayedTraces> traces_;
  std::optional<RunningJobs> jobs_;
};

std::size_t rank_count_of(const Prepared& prepared) {
  return prepared.jobs != nullptr ? prepared.jobs->all_hosts().size()
                                  : prepared.mapping.host_of_rank.size();
}

void read_overlays(const Arguments& arguments, const Simulation& simulation) {
  if (arguments.overlays.empty()) return;
  simulation.modeled->overlays = std::make_unique<modeled::Overlays>(
      arguments.overlays,
      arguments.only_control ? modeled::OverlayPart::control : modeled::OverlayPart::all);
  simulation.modeled->overlays->find_power_classes(*simulation.machine);
}

void choose_blas(const Arguments& arguments, const Prepared& prepared) {
  const std::string doubt =
      modeled::choose_blas(prepared.simulation, arguments.blas, prepared.mapping.host_of_rank);
  if (!arguments.quiet && !doubt.empty()) kernel::print_message("smpirun: warning: {}\n", doubt);
}

void print_end(const AssembledSimulation& simulation, const RunningJobs* jobs,
               const Summary& summary) {
  if (jobs != nullptr) {
    kernel::print_message("{}{}", describe_jobs(summary.jobs, summary.energy.has_value()),
                          jobs->describe_traffic());
  }
  kernel::print_message("{}", describe_validity(simulation.network, simulation.platform));
  kernel::print_message("{}\n", format_summary(summary));
}

void run_ranks(const Arguments& arguments, const Prepared& prepared, const StartedRanks& started,
               std::optional<futures::Splitter>& splitter) {
  const bool wanted =
      !arguments.quiet && !arguments.tag_output && !splitter && isatty(STDERR_FILENO) == 1;
  const Progress progress(prepared.simulation, wanted,
                          {.done = [&started] { return *started.action_count(); },
                           .all = prepared.traces.action_count()});
  std::optional<load::TaggedOutput> tags;
  if (splitter) splitter->start(started.breakpoints());
  if (arguments.attempt != nullptr) arguments.attempt->keep_files();
  if (arguments.tag_output) tags.emplace();
  prepared.simulation.run();
}

int simulate(const Arguments& arguments, const Prepared& prepared) {
  AssembledSimulation& simulation = prepared.simulation;
  if (arguments.analyze || !arguments.matching.empty()) start_analysis(simulation, arguments);
  prepare_energy(arguments, simulation);
  simulation.tuning.computation_is_free = arguments.computation_is_free;
  choose_blas(arguments, prepared);
  read_overlays(arguments, simulation);
  make_devices(arguments, simulation);
  std::optional<futures::Splitter> splitter;
  if (arguments.division != nullptr) {
    splitter.emplace(*arguments.division, prepared.changes, simulation);
  }
  Recordings recordings(arguments, simulation, rank_count_of(prepared));
  StartedRanks started(arguments, prepared);
  started.start_jobs(prepared);
  const RunningJobs* const jobs = started.jobs();
  if (arguments.print_mapping) {
    print_mapping(simulation, started.describe());
    if (jobs != nullptr) print_job_mapping(*prepared.jobs, simulation.platform);
  }
  recordings.start_trace(simulation);
  std::optional<StopAfter> stop;
  if (arguments.stop_after_s) stop.emplace(simulation, *arguments.stop_after_s);
  set_breakpoint(simulation);
  const double start_s = load::real_clock_s();
  const bool is_summary_wanted = !arguments.quiet || !arguments.summary_file.empty();
  double memory_bytes = 0;
  if (is_summary_wanted) {
    simulation.before_first_end = [&memory_bytes] { memory_bytes = physical_memory_bytes(); };
  }
  run_ranks(arguments, prepared, started, splitter);
  std::fflush(nullptr);
  const double wall_s = load::real_clock_s() - start_s;
  if (is_summary_wanted) memory_bytes = std::max(memory_bytes, physical_memory_bytes());
  Summary summary = summarize(simulation, wall_s, memory_bytes);
  if (stop && stop->has_stopped()) summary.end = "stopped";
  if (arguments.energy_detail) summary.energy_detail = energy_detail_json(simulation);
  if (jobs != nullptr) summary.jobs = jobs->summarize();
  summary.useful = recordings.useful();
  summary.kernels = recordings.kernels();
  summary.replayed_actions = started.action_count();
  const EarlyEnd& end = simulation.early_end;
  summary.exit_status =
      end.why == EarlyEnd::Why::none ? simulation.first_failed_status : end.exit_status;
  if (arguments.attempt != nullptr) arguments.attempt->record(simulation, summary.exit_status);
  const bool is_told_later =
      arguments.attempt != nullptr && end.exit_status == HostFailures::exit_status;
  if (!end.report.empty() && !is_told_later) kernel::print_message("smpirun: {}\n", end.report);
  if (arguments.analyze && !arguments.explored)
    report_analysis(simulation, prepared.explorer, summary);
  if (!arguments.matching_record.empty()) {
    std::ofstream(arguments.matching_record) << to_json(record_of(simulation, summary));
  }
  if (!simulation.trials.empty()) kernel::print_result(simulation.trials.describe());
  if (!arguments.quiet) {
    if (prepared.is_speed_chosen) {
      kernel::print_message("{}", describe_host_speed(arguments, simulation));
    }
    report_replacements(simulation);
    if (arguments.attempt == nullptr) print_end(simulation, jobs, summary);
  }
  if (arguments.simgrid_lines.any()) {
    kernel::print_result(simgrid_lines(simulation, arguments.simgrid_lines));
  }
  recordings.write(summary);
  if (!arguments.summary_file.empty())
    summary_file(arguments.summary_file).write(summary_text(summary));
  return summary.exit_status;
}

std::string describe(const Arguments& arguments, const models::Platform& platform,
                     const kernel::Options& options) {
  if (arguments.draws_platform) return models::draw_platform(platform);
  models::set_routing_seed(platform, models::RoutingConfig(options).seed);
  const auto ways = models::policy_loads(platform, options);
  return models::describe_platform(platform, arguments.describe_from, arguments.describe_to,
                                   ways ? &*ways : nullptr) +
         describe_devices(arguments, platform);
}

}  // namespace

int run(Arguments arguments) {
  refuse_impossible(arguments);
  re_execute_if_needed(arguments);
  if (!arguments.summary_file.empty()) summary_file(arguments.summary_file).require_writable();
  Recordings::require_possible(arguments);
  std::unique_ptr<Explorer> explorer;
  if (Explorer::is_wanted(arguments)) explorer = std::make_unique<Explorer>(arguments);
  const OpenTraces traces = open_replay(arguments);
  const std::optional<models::NetworkFile> network = read_network(arguments);
  const auto rank_count = static_cast<std::uint32_t>(
      traces.traces.empty() ? arguments.rank_count.value_or(1) : traces.rank_count);
  models::Platform platform = load_platform(arguments, rank_count);
  report_warnings(platform, arguments.quiet);
  report_other_links(network, platform, arguments.quiet);
  kernel::Options options = make_options(arguments, platform, network);
  report_unused_governors(platform, options, arguments.quiet);
  if (arguments.describe_platform) {
    kernel::print_result(describe(arguments, platform, options));
    return 0;
  }
  std::optional<models::Restart> restart;
  if (!arguments.scenario_file.empty()) {
    restart = models::add_scenario(arguments.scenario_file, platform, modeled::run_seed(options));
  }
  futures::Changes changes;
  if (arguments.division != nullptr) {
    changes = futures::prepare_changes(arguments.division->plan(), platform, options);
  }
  const bool is_speed_chosen = !arguments.is_replay() && choose_host_speed(arguments, options);
  std::optional<PlannedJobs> jobs;
  if (!traces.jobs.empty()) jobs = plan_replay_jobs(arguments, platform, traces);
  if (!arguments.jobs_file.empty()) jobs = plan_jobs(arguments, platform);
  if (jobs && arguments.alone) {
    const int exit_status = run_alone(arguments, *jobs);
    if (exit_status != 0) return exit_status;
  }
  if (jobs && !arguments.is_replay()) {
    arguments.program = jobs->file.jobs[0].command;  // the first that is opened
  }
  Mapping mapping = jobs ? Mapping{} : place_run(arguments, platform);
  if (arguments.attempt != nullptr) {
    mapping.host_of_rank = arguments.attempt->hosts_of(std::move(mapping.host_of_rank));
    platform.profiles_start_s = arguments.attempt->start_s;
  } else if (restart) {
    return run_with_restarts(arguments, options,
                             {.restart = std::move(*restart),
                              .platform = std::move(platform),
                              .host_of_rank = std::move(mapping.host_of_rank),
                              .seed = modeled::run_seed(options)});
  }
  require_routes(platform, options, jobs ? jobs->all_hosts() : mapping.host_of_rank);
  limit_library_threads();
  AssembledSimulation simulation(std::move(platform), options);
  report_memory(simulation, arguments.quiet);
  report_own_rules(simulation, arguments.quiet);
  return simulate(arguments, {simulation, mapping, is_speed_chosen, explorer.get(),
                              jobs ? &*jobs : nullptr, traces, changes});
}

}  // namespace smpi::launch
