// SPDX-License-Identifier: BSD-3-Clause
//
// Injected time (include/smpi/injection.h): computation that the program declares instead of doing,
// and simulated sleep. What smpi_execute* add is executed when the rank next enters MPI
// (modeled/injection.h), so these functions cost a few nanoseconds.
#include <fmt/format.h>

#include <cmath>

#include "include/smpi/injection.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/work_observer.h"

namespace smpi::api {
namespace {

void inject(const char* function, const char* unit, double amount, double flops_of_unit) {
  if (!(amount >= 0) || std::isinf(amount)) {
    const ExtensionCall call(function, __builtin_return_address(0));
    end_with_error(MPI_ERR_ARG, function, fmt::format("{} {} cannot be executed", amount, unit));
  }
  modeled::inject_flops(amount * flops_of_unit);
}

void sleep(const char* function, const void* return_address, double duration_s) {
  const ExtensionCall call(function, return_address);
  Rank& rank = current_rank();
  if (running_strand->call_depth == 1) tell_sleep(rank, duration_s);
  rank.simulation.engine.sleep(duration_s);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#pragma GCC visibility push(default)
extern "C" {

void smpi_execute(double seconds) {
  const Rank& rank = calling_rank();
  inject("smpi_execute", "s", seconds, rank.simulation.tuning.host_speed_flops);
}

void smpi_execute_benched(double seconds) {
  const Rank& rank = calling_rank();
  inject("smpi_execute_benched", "s", seconds, modeled::nominal_speed_flops(rank));
}

void smpi_execute_flops(double flops) {
  calling_rank();
  inject("smpi_execute_flops", "flops", flops, 1);
}

void smpi_execute_flops_benched(double flops) {
  calling_rank();
  inject("smpi_execute_flops_benched", "flops", flops, 1);
}

int smpi_usleep(unsigned int microseconds) {
  sleep("smpi_usleep", __builtin_return_address(0), 1e-6 * microseconds);
  return 0;
}

unsigned int smpi_sleep(unsigned int seconds) {
  sleep("smpi_sleep", __builtin_return_address(0), seconds);
  return 0;
}

}  // extern "C"
#pragma GCC visibility pop
