// SPDX-License-Identifier: BSD-3-Clause
//
// What the loader asks of the simulation (load/callbacks.h), and the bodies of the ranks.
#include "libsmpi/launch/start_program.h"

#include <fmt/format.h>

#include <cstdio>

#include "kernel/error.h"
#include "libsmpi/api/functions.h"
#include "libsmpi/launch/crash_report.h"
#include "libsmpi/load/callbacks.h"
#include "libsmpi/load/crash.h"
#include "libsmpi/load/libc_state.h"
#include "libsmpi/load/program.h"
#include "libsmpi/memory/shared_memory.h"
#include "libsmpi/modeled/burst.h"
#include "libsmpi/modeled/injection.h"
#include "libsmpi/modeled/overlay/overlays.h"
#include "libsmpi/modeled/overlay/program_memory.h"
#include "libsmpi/modeled/state.h"
#include "libsmpi/p2p/polling.h"
#include "libsmpi/reports/deadlock.h"
#include "libsmpi/reports/source_line.h"
#include "libsmpi/simulation.h"

namespace smpi::launch {
namespace {

// The program that addresses in reports belong to; set while a StartedProgram lives.
const load::Program* program_of_reports = nullptr;

std::string find_source_line(const void* address) {
  const auto place = program_of_reports->locate(address);
  if (!place) return {};
  if (!place->file.empty()) return fmt::format("{}:{}", place->file, place->line);
  return place->function.empty() ? place->object
                                 : fmt::format("in {} of {}", place->function, place->object);
}

// Lets a replaced function of the C library take part in time as an MPI call does.
class ClockCall {
 public:
  ClockCall() : rank_(current_rank()), measured_(rank_.simulation.tuning.simulate_computation) {
    outermost_ = running_strand->call_depth++ == 0;
    if (outermost_) p2p::end_poll_streak(rank_);
    if (outermost_ && measured_) end_burst(rank_);
    if (outermost_ && rank_.owed_flops > 0) modeled::pay_owed_work(rank_);
  }
  ~ClockCall() {
    running_strand->call_depth--;
    if (outermost_ && measured_) begin_burst(rank_);
  }
  Rank& rank() { return rank_; }

 private:
  Rank& rank_;
  bool measured_;
  bool outermost_;
};

load::LibcState* running_state() {
  return running_strand == nullptr ? nullptr : running_strand->rank->libc;
}

double clock_now_s() {
  ClockCall call;
  Simulation& simulation = call.rank().simulation;
  const double time_s = simulation.engine.now_s();  // read first, paid afterwards
  simulation.engine.sleep(simulation.tuning.wtime_s);
  return time_s;
}

void sleep_for(double duration_s) {
  ClockCall call;
  call.rank().simulation.engine.sleep(duration_s);
}

void let_time_pass() {
  ClockCall call;
  p2p::charge_failed_poll(call.rank().simulation.tuning.test_s);
}

void end_running_rank(int exit_status) {
  Rank& rank = current_rank();
  if (rank.phase == Phase::running && exit_status != 0) {
    rank.exit_status = exit_status;
    rank.simulation.end_early({.why = EarlyEnd::Why::exited,
                               .exit_status = exit_status,
                               .report = fmt::format("{}: exit({}) without MPI_Finalize",
                                                     describe_rank(rank), exit_status)});
  }
  rank.simulation.end_rank(rank, exit_status);
}

const char* host_name() {
  static std::string name;
  Rank& rank = current_rank();
  name = rank.simulation.platform.hosts.name[rank.host];
  return name.c_str();
}

bool is_stack_guard(const void* address) {
  return Simulation::instance()->engine.is_stack_guard(address);
}

void report_crash(const load::Crash& crash) {
  fmt::print(stderr, "smpirun: {}", describe_crash(crash, *program_of_reports));
}

// A forked child is an ordinary process: it must not go on simulating.
void leave_simulation() {
  running_strand = nullptr;
}

void refuse_missing_functions(const load::Program& program) {
  std::string missing;
  for (const std::string& name : program.mpi_functions()) {
    const api::Function* function = api::find_function(name);
    if (function != nullptr ? function->is_implemented() : name.starts_with("smpi_")) continue;
    missing += missing.empty() ? name : ", " + name;
  }
  if (missing.empty()) return;
  throw kernel::InputError("the program calls functions that libsmpi does not implement",
                           {.file = program.path(), .line = 0, .text = missing, .hint = ""});
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

bool is_folding_function(const Rank& rank, const void* return_address) {
  return program_of_reports->is_in_named_function(*rank.libc->instance, return_address);
}

load::ProgramOptions program_options(const Arguments& arguments, const Simulation& simulation) {
  const kernel::Options& options = simulation.options;
  load::ProgramOptions result;
  if (const modeled::Overlays* overlays = simulation.modeled->overlays.get()) {
    result.replacements = overlays->replacements();
    result.named_functions = overlays->folding_functions();
  }
  const bool any_without_content =
      !result.replacements.empty() || simulation.shared_memory->automatic_bytes() > 0;
  if (any_without_content) modeled::add_memory_functions(result.replacements);
  result.private_libraries = split_list(options.text("smpi/privatize-libs"));
  result.privatization = load::parse_privatization(options.text("smpi/privatization"));
  if (!arguments.temporary_folder.empty()) {
    result.temporary_directory = arguments.temporary_folder;
  }
  result.keep_files = arguments.keep_temporary_files;
  return result;
}

}  // namespace

struct StartedProgram::Implementation {
  std::unique_ptr<load::Program> program;
  load::Arguments arguments;
  std::vector<std::unique_ptr<load::LibcState>> states;
};

StartedProgram::StartedProgram(const Arguments& arguments, Simulation& simulation,
                               const std::vector<models::HostId>& host_of_rank)
    : implementation_(std::make_unique<Implementation>()) {
  Implementation& self = *implementation_;
  self.program = load::Program::open(arguments.program[0], program_options(arguments, simulation));
  refuse_missing_functions(*self.program);
  self.program->check_resources(static_cast<std::uint32_t>(host_of_rank.size()),
                                stack_size_bytes(simulation.options));
  if (self.program->needs_executable_stack()) simulation.engine.make_user_stacks_executable();
  self.arguments = {.argv = arguments.program, .environment = environ};
  program_of_reports = self.program.get();
  set_source_line_finder(find_source_line);
  load::set_callbacks({.state = running_state,
                       .end_rank = end_running_rank,
                       .now_s = clock_now_s,
                       .sleep = sleep_for,
                       .yield = let_time_pass,
                       .host_name = host_name,
                       .is_stack_guard = is_stack_guard,
                       .crashed = report_crash,
                       .forked = leave_simulation});
  load::install_crash_handlers();
  if (simulation.modeled->overlays != nullptr) {
    simulation.modeled->is_folding_function = is_folding_function;
  }
  for (const models::HostId host : host_of_rank) {
    simulation.add_rank(host).memory.tracks_phantom = simulation.modeled->overlays != nullptr;
  }
  simulation.make_world(0, static_cast<std::uint32_t>(host_of_rank.size()));
  for (auto& rank : simulation.ranks) {
    load::Instance& instance = self.program->instantiate();
    self.states.push_back(std::make_unique<load::LibcState>());
    load::LibcState& state = *self.states.back();
    rank->libc = &state;
    simulation.start(*rank, [&self, &instance, &state](Rank& running) -> int {
      if (running.simulation.tuning.simulate_computation) begin_burst(running);
      self.program->run_main(instance, state, self.arguments);
    });
  }
}

std::string StartedProgram::describe_loading() const {
  return implementation_->program->describe_loading();
}

StartedProgram::~StartedProgram() {
  load::clear_callbacks();
  set_source_line_finder(nullptr);
  program_of_reports = nullptr;
}

}  // namespace smpi::launch
