// SPDX-License-Identifier: BSD-3-Clause
//
// The simulation of a singleton lives until the process ends: static destructors of the program may
// still call MPI_Finalized.
#include "libsmpi/doors/assembly/singleton.h"

#include <unistd.h>

#include <cstdio>

#include "kernel/print.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/watch/reports/deadlock.h"
#include "models/readers/short_platform.h"

namespace smpi {
namespace {

constexpr int child_status = 2;

// The program waits for ever, aborted, or made an error that is fatal.
void end_process(kernel::RunEnd how) {
  Simulation& simulation = *Simulation::instance();
  if (how == kernel::RunEnd::deadlock) {
    simulation.early_end = {.why = EarlyEnd::Why::deadlock,
                            .exit_status = deadlock_exit_status,
                            .report = describe_deadlock(simulation)};
  }
  std::fflush(nullptr);
  kernel::print_message("libsmpi: {}\n", simulation.early_end.report);
  _exit(simulation.early_end.exit_status);
}

// The simulation in its memory is a copy of the rank's, and goes on without it.
[[noreturn]] void refuse_child(const char* function) {
  kernel::print_message(
      "libsmpi: {} was called in a process that a rank made by fork(): the process is not a rank, "
      "and outside the simulation\n  hint: call MPI in the rank only, or start ranks by "
      "MPI_Comm_spawn\n",
      function);
  _exit(child_status);
}

}  // namespace

void start_singleton(const char* function) {
  if (Simulation::instance() != nullptr) refuse_child(function);
  auto* options = new kernel::Options;
  AssembledSimulation::declare_options(*options);
  options->set("smpi/simulate-computation", "no");
  auto* simulation = new AssembledSimulation(models::make_short_platform("star:1", {}), *options);
  simulation->is_singleton = true;
  Rank& rank = simulation->add_rank(0);
  simulation->make_world(0, 1);
  rank.main.rank = &rank;
  running_strand = &rank.main;
  rank.main.actor = &simulation->engine.adopt_thread(&rank.main, end_process);
}

}  // namespace smpi
