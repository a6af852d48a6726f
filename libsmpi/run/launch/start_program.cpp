// SPDX-License-Identifier: BSD-3-Clause
//
// What the loader asks of the simulation (load/callbacks.h), and the bodies of the ranks.
#include "libsmpi/run/launch/start_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/cost/modeled/burst.h"
#include "libsmpi/cost/modeled/clock_call.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/overlay/overlays.h"
#include "libsmpi/cost/modeled/overlay/program_memory.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/api/functions.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/doors/assembly/rank_threads.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/copies/program.h"
#include "libsmpi/ranks/load/crash/crash.h"
#include "libsmpi/ranks/load/elf/object_set.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/program_name.h"
#include "libsmpi/ranks/load/threads/openmp.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/source_line.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "libsmpi/run/launch/crash_report.h"
#include "libsmpi/run/launch/free_hosts.h"
#include "libsmpi/run/launch/interpreter.h"
#include "libsmpi/run/launch/re_execute.h"
#include "libsmpi/run/launch/recorded_trace.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/observe/mpi_calls.h"

namespace smpi::launch {
namespace {

// The programs that addresses in reports belong to; set while a StartedProgram lives.
const std::vector<std::unique_ptr<load::Program>>* programs_of_reports = nullptr;

// The program with a copy at the address; else that of the command line.
const load::Program& program_at(const void* address) {
  if (programs_of_reports->size() == 1) return *programs_of_reports->front();
  for (const auto& program : *programs_of_reports) {
    if (program->instance_of(address) != nullptr) return *program;
  }
  return *programs_of_reports->front();
}

// StartedProgram::set_rank_end_hook(); empty: nothing to call.
std::function<void(const Rank&)> rank_end_hook;

std::optional<load::CodeLocation> locate(const void* address) {
  return program_at(address).locate(address);
}

std::string find_source_line(const void* address) {
  const auto place = locate(address);
  if (!place) return {};
  if (!place->file.empty()) return fmt::format("{}:{}", place->file, place->line);
  return place->function.empty() ? place->object
                                 : fmt::format("in {} of {}", place->function, place->object);
}

// Lets a replaced function of the C library take part in time as an MPI call does.
class ClockCall {
 public:
  ClockCall() { modeled::enter_clock_call(); }
  ~ClockCall() { modeled::leave_clock_call(); }
  Rank& rank() { return current_rank(); }
  // Lets time pass that no call of MPI causes.
  void sleep(double duration_s) {
    if (running_strand->call_depth == 1) tell_sleep(rank(), duration_s);
    rank().simulation.engine.sleep(duration_s);
  }
};

load::LibcState* running_state() {
  return running_strand == nullptr ? nullptr : running_strand->rank->libc;
}

double clock_now_s() {
  ClockCall call;
  Simulation& simulation = call.rank().simulation;
  const double time_s = simulation.engine.now_s();  // read first, paid afterwards
  call.sleep(simulation.tuning.wtime_s);
  return time_s;
}

void sleep_for(double duration_s) {
  ClockCall call;
  call.sleep(duration_s);
}

void let_time_pass() {
  ClockCall call;
  const Simulation& simulation = call.rank().simulation;
  const double start_s = simulation.engine.now_s();
  p2p::charge_failed_poll(simulation.tuning.test_s);
  tell_sleep(call.rank(), simulation.engine.now_s() - start_s);
}

void end_running_rank(int exit_status) {
  Rank& rank = current_rank();
  if (rank.in_mpi() && exit_status != 0) {
    rank.exit_status = exit_status;
    rank.simulation.end_early({.why = EarlyEnd::Why::exited,
                               .exit_status = exit_status,
                               .report = fmt::format("{}: exit({}) without MPI_Finalize",
                                                     describe_rank(rank), exit_status)});
  }
  if (rank_end_hook) {
    if (rank.owed_flops > 0) modeled::pay_owed_work(rank);
    rank_end_hook(rank);
  }
  AssembledSimulation::end_rank(rank, exit_status);
}

const char* host_name() {
  static std::string name;
  Rank& rank = current_rank();
  name = rank.simulation.platform.hosts.name[rank.host];
  return name.c_str();
}

bool is_host(const char* name) {
  return current_rank().simulation.platform.find_host(name).has_value();
}

bool is_stack_guard(const void* address) {
  return Simulation::instance()->engine.is_stack_guard(address);
}

void report_crash(const load::Crash& crash) {
  kernel::print_message("smpirun: {}", describe_crash(crash, locate));
}

// A forked child is an ordinary process: it must not go on simulating.
void leave_simulation() {
  running_strand = nullptr;
}

// Our own functions, and what Fortran has besides the functions of C (MPI_COMM_DUP_FN): the loader
// says when one is missing.
bool is_beyond_table(std::string_view name) {
  return name.starts_with("smpi_") || name.starts_with("mpi_") || name.starts_with("pmpi_");
}

void refuse_missing_functions(const load::Program& program) {
  std::string missing;
  for (const std::string& name : program.mpi_functions()) {
    const api::Function* function = api::find_function(name);
    if (function != nullptr ? function->is_implemented() : is_beyond_table(name)) continue;
    missing += missing.empty() ? name : ", " + name;
  }
  if (missing.empty()) return;
  throw kernel::InputError("the program calls functions that libsmpi does not implement",
                           {.file = program.path(), .text = missing});
}

// Modules that a script imports can be bound to clones only.
void refuse_shared_interpreter(const load::Program& program) {
  if (program.is_cloned() && !program.is_shared_by_ranks()) return;
  throw kernel::InputError("Python needs a clone of the interpreter for each rank",
                           {.text = program.describe_loading(),
                            .hint = "leave --cfg=smpi/privatization and -keep-temps out"});
}

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> items;
  std::string item;
  for (const char character : list + ";") {
    if (character != ';' && character != ',') {
      item += character;
    } else if (!item.empty()) {
      items.push_back(std::exchange(item, {}));
    }
  }
  return items;
}

modeled::Allocation allocation_at(const Rank& rank, const void* return_address) {
  const auto function =
      program_at(return_address).named_function_at(*rank.libc->instance, return_address);
  return function ? rank.simulation.modeled->overlays->allocation_of(*function)
                  : modeled::Allocation::plain;
}

bool clears_at(const Rank& rank, const void* return_address) {
  const auto function =
      program_at(return_address).named_function_at(*rank.libc->instance, return_address);
  return function && rank.simulation.modeled->overlays->clears(*function);
}

// Replacements in all programs, also in those that ranks start: an overlay names functions of the
// program of the command line.
std::vector<load::Replacement> common_replacements(const Arguments& arguments,
                                                   const Simulation& simulation) {
  std::vector<load::Replacement> result;
  const modeled::Overlays* overlays = simulation.modeled->overlays.get();
  const bool take_content_away = overlays != nullptr && !(overlays->replacements().empty() &&
                                                          overlays->allocating_functions().empty());
  if (take_content_away || simulation.shared_memory->automatic_bytes() > 0 ||
      simulation.checks != nullptr) {
    modeled::add_memory_functions(result);
  }
  if (overlays != nullptr && overlays->any_clears()) modeled::add_clearing_function(result);
  if (const observe::MpiCalls* calls = arguments.mpi_calls) {
    const auto& observed = calls->replacements();
    result.insert(result.end(), observed.begin(), observed.end());
  }
  if (arguments.trace.is_time_independent) RecordedTrace::add_replacements(result);
  return result;
}

load::ProgramOptions program_options(const Arguments& arguments, const Simulation& simulation) {
  const kernel::Options& options = simulation.options;
  load::ProgramOptions result;
  if (const modeled::Overlays* overlays = simulation.modeled->overlays.get()) {
    result.replacements = overlays->replacements();
    result.named_functions = overlays->allocating_functions();
  }
  for (const load::NamedFunction& function : arguments.breakpoints) {
    result.replacements.push_back(
        {.name = function.name, .code = nullptr, .where = function.where, .optional = false});
  }
  for (const load::Replacement& replacement : common_replacements(arguments, simulation)) {
    result.replacements.push_back(replacement);
  }
  result.private_libraries = split_list(options.text("smpi/privatize-libs"));
  result.privatization = load::parse_privatization(options.text("smpi/privatization"));
  result.clone_mappings = load::parse_clone_mappings(options.text("smpi/clone-mappings"));
  if (!arguments.temporary_folder.empty()) {
    result.temporary_directory = arguments.temporary_folder;
  }
  result.keep_files = arguments.keep_temporary_files;
  if (!arguments.tool.empty() && !is_tool_preloaded()) {
    result.tool = std::filesystem::absolute(arguments.tool).lexically_normal();
  }
  return result;
}

// An open folder.
class Directory {
 public:
  // Throws InputError.
  explicit Directory(const std::string& path)
      : descriptor_(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0) return;
    throw kernel::InputError("cannot use the working directory", {.text = path});
  }
  ~Directory() { ::close(descriptor_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  int value() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

struct StartedProgram::Implementation {
  // The first is that of the command line.
  std::vector<std::unique_ptr<load::Program>> programs;
  std::vector<std::unique_ptr<load::Arguments>> arguments;
  std::vector<std::unique_ptr<load::LibcState>> states;
  struct Command {
    load::Program* program;
    const load::Arguments* run;
  };
  std::vector<Command> commands;  // of open_command()
  load::ProgramOptions options;
  std::vector<load::Replacement> common;  // replacements of programs that ranks start
  AssembledSimulation& simulation;

  Rank& add_rank(models::HostId host);
  load::Program& open(const ProgramCommand& command);
  void use_options_of_spawned_programs();
  void start_rank(Rank& rank, load::Program& program, const load::Arguments& run,
                  const Directory* directory);
};

// The program of that name, opened if no rank runs it yet. Throws InputError.
load::Program& StartedProgram::Implementation::open(const ProgramCommand& command) {
  if (!programs.empty()) {
    const std::string path = load::find_program(command.file);
    for (const auto& known : programs) {
      if (known->path() == path) return *known;
    }
  }
  load::ProgramOptions its_options = options;
  its_options.private_libraries.insert(its_options.private_libraries.end(),
                                       command.private_libraries.begin(),
                                       command.private_libraries.end());
  std::unique_ptr<load::Program> program = load::Program::open(command.file, its_options);
  if (command.is_interpreted) refuse_shared_interpreter(*program);
  refuse_missing_functions(*program);
  programs.push_back(std::move(program));
  use_options_of_spawned_programs();
  return *programs.back();
}

void StartedProgram::Implementation::use_options_of_spawned_programs() {
  options.named_functions.clear();
  options.replacements = common;
}

Rank& StartedProgram::Implementation::add_rank(models::HostId host) {
  Rank& rank = simulation.add_rank(host);
  rank.memory.tracks_phantom = simulation.modeled->overlays != nullptr;
  if (rank.memory.tracks_phantom) simulation.folds_memory = true;
  return rank;
}

void StartedProgram::Implementation::start_rank(Rank& rank, load::Program& program,
                                                const load::Arguments& run,
                                                const Directory* directory) {
  load::Instance& instance = program.instantiate();
  load::LibcState& state = *states.emplace_back(std::make_unique<load::LibcState>());
  state.start_s = simulation.engine.now_s();
  state.process_id = load::first_process_id + static_cast<int>(rank.process);
  if (directory != nullptr) load::use_directory(state, directory->value());
  rank.libc = &state;
  simulation.start(rank, [&program, &instance, &state, &run](Rank& running) -> int {
    if (running.simulation.tuning.simulate_computation) begin_burst(running);
    program.run_main(instance, state, run);
  });
}

StartedProgram::StartedProgram(const Arguments& arguments, AssembledSimulation& simulation,
                               const std::vector<models::HostId>& host_of_rank)
    : implementation_(new Implementation{.programs = {},
                                         .arguments = {},
                                         .states = {},
                                         .commands = {},
                                         .options = program_options(arguments, simulation),
                                         .common = common_replacements(arguments, simulation),
                                         .simulation = simulation}) {
  Implementation& self = *implementation_;
  ProgramCommand command = resolve_command(arguments.program[0], arguments.program);
  load::Program& program = self.open(command);
  if (!self.options.tool.empty() && !program.is_cloned()) re_execute_with_tool(arguments);
  program.plan_start(host_of_rank.size(), stack_size_bytes(simulation.options));
  if (program.needs_executable_stack()) simulation.engine.make_user_stacks_executable();
  self.arguments.push_back(std::make_unique<load::Arguments>(
      load::Arguments{.argv = std::move(command.argv), .environment = environ}));
  programs_of_reports = &self.programs;
  load::set_program_name_of_libc(arguments.program[0]);
  simulation.process_starter = this;
  if (!arguments.tool.empty()) simulation.are_calls_seen = true;
  set_source_line_finder(find_source_line);
  load::set_callbacks({.state = running_state,
                       .end_rank = end_running_rank,
                       .now_s = clock_now_s,
                       .sleep = sleep_for,
                       .yield = let_time_pass,
                       .host_name = host_name,
                       .is_host = is_host,
                       .is_stack_guard = is_stack_guard,
                       .crashed = report_crash,
                       .forked = leave_simulation});
  simulate_threads(simulation);
  load::install_crash_handlers();
  if (simulation.modeled->overlays != nullptr) {
    simulation.modeled->allocation_at = allocation_at;
    simulation.modeled->clears_at = clears_at;
  }
  for (const models::HostId host : host_of_rank) self.add_rank(host);
  if (!host_of_rank.empty()) {
    simulation.make_world(0, static_cast<std::uint32_t>(host_of_rank.size()));
  }
  for (auto& rank : simulation.ranks) self.start_rank(*rank, program, *self.arguments[0], nullptr);
  load::OpenmpState::find_library();
  thread_of_ranks = __builtin_thread_pointer();
  start_burst_clock();
}

std::span<const load::Breakpoint> StartedProgram::breakpoints() const {
  return implementation_->programs.front()->breakpoints();
}

std::string StartedProgram::describe_loading() const {
  return implementation_->programs.front()->describe_loading();
}

namespace {

// While it lives, the running rank is nobody: what the loader and the constructors of libraries do
// belongs to no rank.
class OutsideRanks {
 public:
  OutsideRanks() : strand_(std::exchange(running_strand, nullptr)) {}
  ~OutsideRanks() { running_strand = strand_; }

 private:
  Strand* strand_;
};

// Throws InputError.
std::optional<models::HostId> wanted_host(const Simulation& simulation, const std::string& name) {
  if (name.empty()) return std::nullopt;
  const auto found = simulation.platform.find_host(name);
  if (found) return found;
  throw kernel::InputError("the platform has no such host", {.text = name});
}

// The program in one of the folders that the command names, else its name as it is.
std::string look_along_path(const process::Command& command) {
  std::stringstream folders(command.path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = folder + "/" + command.program;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return command.program;
}

}  // namespace

// What one command of a spawn needs, all of it checked before any rank is made.
struct StartedProgram::Prepared {
  load::Program* program;
  std::vector<std::string> argv;
  std::optional<models::HostId> host;
  std::unique_ptr<Directory> directory;  // nullptr: the launcher's
};

std::vector<StartedProgram::Prepared> StartedProgram::prepare(
    std::span<const process::Command> commands) {
  AssembledSimulation& simulation = implementation_->simulation;
  std::vector<Prepared> prepared;
  std::uint32_t count = 0;
  for (const process::Command& command : commands) {
    std::vector<std::string> argv = {command.program};
    argv.insert(argv.end(), command.arguments.begin(), command.arguments.end());
    ProgramCommand resolved = resolve_command(look_along_path(command), std::move(argv));
    load::Program& program = implementation_->open(resolved);
    count += command.count;
    program.plan_start(count, stack_size_bytes(simulation.options));
    if (program.needs_executable_stack() &&
        !implementation_->programs.front()->needs_executable_stack()) {
      throw kernel::InputError("the program puts code on its stack, and the first one does not",
                               {.text = command.program});
    }
    prepared.push_back({.program = &program,
                        .argv = std::move(resolved.argv),
                        .host = wanted_host(simulation, command.host),
                        .directory = nullptr});
    if (command.directory.empty()) continue;
    prepared.back().directory = std::make_unique<Directory>(command.directory);
  }
  if (count == 0) {
    throw kernel::InputError("no process to start");
  }
  return prepared;
}

// The hosts of all new ranks, in their order. Throws InputError when the platform has no route
// between hosts with ranks.
std::vector<models::HostId> StartedProgram::choose_hosts(const Simulation& simulation,
                                                         std::span<const process::Command> commands,
                                                         std::span<const Prepared> prepared) {
  FreeHosts free_hosts(simulation);
  std::vector<models::HostId> chosen;
  for (std::size_t i = 0; i < commands.size(); i++) {
    for (std::uint32_t k = 0; k < commands[i].count; k++) {
      chosen.push_back(prepared[i].host ? free_hosts.take(*prepared[i].host) : free_hosts.take());
    }
  }
  std::vector<models::HostId> used = chosen;
  for (const auto& rank : simulation.ranks) used.push_back(rank->host);
  simulation.platform.require_routes(used);
  return chosen;
}

std::variant<process::StartedRanks, std::string> StartedProgram::start(
    std::span<const process::Command> commands) {
  const OutsideRanks outside;
  Implementation& self = *implementation_;
  AssembledSimulation& simulation = self.simulation;
  std::vector<Prepared> prepared;
  std::vector<models::HostId> hosts;
  try {
    prepared = prepare(commands);
    hosts = choose_hosts(simulation, commands, prepared);
  } catch (const kernel::InputError& error) {
    return std::string(error.what());
  }
  process::StartedRanks started{.first = static_cast<std::uint32_t>(simulation.ranks.size())};
  for (std::size_t i = 0; i < commands.size(); i++) {
    for (std::uint32_t k = 0; k < commands[i].count; k++) {
      self.add_rank(hosts[started.count++]).application_number = static_cast<int>(i);
    }
  }
  simulation.make_world(started.first, started.count);
  std::uint32_t next = started.first;
  for (std::size_t i = 0; i < commands.size(); i++) {
    auto run = std::make_unique<load::Arguments>(
        load::Arguments{.argv = std::move(prepared[i].argv), .environment = environ});
    self.arguments.push_back(std::move(run));
    for (std::uint32_t k = 0; k < commands[i].count; k++) {
      self.start_rank(*simulation.ranks[next++], *prepared[i].program, *self.arguments.back(),
                      prepared[i].directory.get());
    }
  }
  load::OpenmpState::find_library();
  return started;
}

std::size_t StartedProgram::open_command(const std::vector<std::string>& words) {
  Implementation& self = *implementation_;
  ProgramCommand resolved = resolve_command(words[0], words);
  load::Program& program = self.open(resolved);
  if (program.needs_executable_stack()) self.simulation.engine.make_user_stacks_executable();
  self.arguments.push_back(std::make_unique<load::Arguments>(
      load::Arguments{.argv = std::move(resolved.argv), .environment = environ}));
  self.commands.push_back({&program, self.arguments.back().get()});
  return self.commands.size() - 1;
}

process::StartedRanks StartedProgram::start_command(
    std::size_t command, const std::vector<models::HostId>& host_of_rank) {
  const OutsideRanks outside;
  Implementation& self = *implementation_;
  AssembledSimulation& simulation = self.simulation;
  const auto [program, run] = self.commands[command];
  std::string failure;
  const process::StartedRanks started{.first = static_cast<std::uint32_t>(simulation.ranks.size()),
                                      .count = static_cast<std::uint32_t>(host_of_rank.size())};
  try {
    program->plan_start(started.count, stack_size_bytes(simulation.options));
  } catch (const kernel::InputError& error) {
    failure = error.what();
  }
  if (!failure.empty()) {  // outside the handler: it switches
    simulation.end_early(
        {.why = EarlyEnd::Why::aborted, .exit_status = input_error_status, .report = failure});
  }
  for (const models::HostId host : host_of_rank) self.add_rank(host);
  simulation.make_world(started.first, started.count);
  for (std::uint32_t i = 0; i < started.count; i++) {
    self.start_rank(*simulation.ranks[started.first + i], *program, *run, nullptr);
  }
  load::OpenmpState::find_library();
  return started;
}

void StartedProgram::set_rank_end_hook(std::function<void(const Rank&)> hook) {
  rank_end_hook = std::move(hook);
}

StartedProgram::~StartedProgram() {
  rank_end_hook = nullptr;
  implementation_->simulation.process_starter = nullptr;
  stop_threads();
  load::clear_callbacks();
  set_source_line_finder(nullptr);
  programs_of_reports = nullptr;
}

}  // namespace smpi::launch
