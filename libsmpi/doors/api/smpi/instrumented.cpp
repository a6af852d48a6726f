// SPDX-License-Identifier: BSD-3-Clause
//
// What instrumented programs tell SimGrid beside injected time (include/smpi/smpi.h and sampi.h):
// when computation is measured, and iterations. What only programs of S4U need does nothing.
#include <fmt/format.h>

#include "include/smpi/sampi.h"
#include "include/smpi/smpi.h"
#include "kernel/print.h"
#include "libsmpi/cost/modeled/burst.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

constexpr unsigned long long ticks_per_s = 1000000000;

// The governor of the rank's host may want to know of iterations.
template <class Tell>
int tell_iteration(MPI_Comm comm, Tell&& tell) {
  const Check check(comm);
  if (check.failed()) return check.raise();
  const Rank& rank = current_rank();
  if (models::Adagio* const adagio = rank.simulation.machine->adagio()) tell(*adagio, rank.host);
  return 1;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

MPI_Comm smpi_process_comm_self(void) {
  return MPI_COMM_SELF;
}

MPI_Info smpi_process_info_env(void) {
  return MPI_INFO_ENV;
}

void smpi_bench_end(void) {
  const ExtensionCall call;
}

void smpi_bench_begin(void) {
  Rank& rank = calling_rank();
  if (rank.simulation.tuning.simulate_computation) begin_burst(rank);
}

unsigned long long smpi_rastro_resolution(void) {
  return ticks_per_s;
}

unsigned long long smpi_rastro_timestamp(void) {
  const ExtensionCall call;
  return static_cast<unsigned long long>(current_rank().simulation.engine.now_s() *
                                         static_cast<double>(ticks_per_s));
}

void smpi_init_options(void) {}
void SMPI_init(void) {}
void SMPI_finalize(void) {}
void SMPI_thread_create(void) {}

void SMPI_app_instance_register(const char* name, int (*)(int, char**), int process_count) {
  kernel::print_message(
      "smpirun: SMPI_app_instance_register: {} ranks of {} are not started: only programs of S4U "
      "can start them, and smpirun --jobs runs several programs\n",
      process_count, name == nullptr ? "?" : name);
}

int APMPI_Iteration_in(MPI_Comm comm) {
  const Call call("AMPI_Iteration_in", __builtin_return_address(0));
  return tell_iteration(
      comm, [](models::Adagio& adagio, models::HostId host) { adagio.begin_iteration(host); });
}

int APMPI_Iteration_out(MPI_Comm comm) {
  const Call call("AMPI_Iteration_out", __builtin_return_address(0));
  return tell_iteration(
      comm, [](models::Adagio& adagio, models::HostId host) { adagio.end_iteration(host); });
}

void APMPI_Migrate(MPI_Comm) {
  const Call call("AMPI_Migrate", __builtin_return_address(0));
}

int AMPI_Iteration_in(MPI_Comm comm) {
  return APMPI_Iteration_in(comm);
}

int AMPI_Iteration_out(MPI_Comm comm) {
  return APMPI_Iteration_out(comm);
}

void AMPI_Migrate(MPI_Comm comm) {
  APMPI_Migrate(comm);
}

}  // extern "C"
