// SPDX-License-Identifier: BSD-3-Clause
//
// What libsmpi_blas.so asks of the simulation, once a call: the hot path of modelled kernels.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "libsmpi/cost/modeled/blas_routines.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/platform.h"

namespace smpi::modeled {
namespace {

// A formula gave a time that cannot be. It could not be seen before the run: the formula is right,
// its value for these arguments is not.
[[noreturn]] void refuse_cost(Rank& rank, const BlasRoutine& routine, const KernelCost& cost,
                              const double* dimensions, double flops) {
  std::string call;
  std::istringstream names(routine.dimensions);
  for (std::string name; names >> name; dimensions++) {
    call += fmt::format("{}{}={}", call.empty() ? "" : ", ", name, *dimensions);
  }
  rank.simulation.end_early(
      {.why = EarlyEnd::Why::mpi_error,
       .exit_status = 2,
       .report = fmt::format("{}:{}: the cost of {}({}) is {} s: not a possible time\n"
                             "  called by {}",
                             cost.file, cost.line, routine.name, call, cost.seconds(flops),
                             describe_rank(rank))});
}

double drawn_cost(Rank& rank, unsigned routine, const BlasCost& cost, const double* dimensions) {
  const double flops = cost.flops.evaluate(dimensions);
  if (!(flops >= 0 && flops < HUGE_VAL)) {
    refuse_cost(rank, blas_routines()[routine], cost, dimensions, flops);
  }
  return rank.simulation.modeled->noise.drawn_flops(cost, dimensions, flops, rank.process,
                                                    CallKind::blas);
}

// Of the processor that the rank computes on.
double cost_of_processor(Rank& rank, unsigned routine, const BlasCost& cost,
                         const double* dimensions) {
  State& state = *rank.simulation.modeled;
  const std::uint32_t processor = state.processor_of(rank);
  const CostFormulas* own = cost.table.row(processor);
  if (own == nullptr) {
    if (!cost.has_own_processors) return drawn_cost(rank, routine, cost, dimensions);
    rank.simulation.end_early(
        {.why = EarlyEnd::Why::mpi_error,
         .exit_status = 2,
         .report = fmt::format(
             "{}\n  called by {}",
             cost.table.describe_missing(rank.simulation.platform.hosts.name, processor),
             describe_rank(rank))});
  }
  const double flops = own->flops.evaluate(dimensions);
  if (!(flops < HUGE_VAL)) {
    refuse_cost(rank, blas_routines()[routine], cost, dimensions, flops);
  }
  const double drawn =
      state.noise.drawn_flops(*own, dimensions, flops, rank.process, CallKind::blas);
  return drawn < 0 ? 0 : drawn;
}

}  // namespace
}  // namespace smpi::modeled

using namespace smpi;

#pragma GCC visibility push(default)
extern "C" {

void smpi_blas_charge(unsigned routine, const double* dimensions) {
  if (!in_rank()) return;
  Rank& rank = current_rank();
  modeled::State& state = *rank.simulation.modeled;
  const modeled::BlasCost& cost = state.blas[routine];
  if (cost.is_free || cost.is_empty(dimensions)) return;
  double flops = 0;
  if (cost.table.is_empty()) {
    flops = modeled::drawn_cost(rank, routine, cost, dimensions);
  } else {
    flops = modeled::cost_of_processor(rank, routine, cost, dimensions);
  }
  if (state.has_blas_noise) {
    flops *=
        state.noise.host_factor(rank.host) * state.noise.call_factor(rank.process, cost.call_noise);
  }
  modeled::inject_kernel(modeled::blas_routines()[routine].name, flops, cost);
}

double smpi_plausible_uniform(void) {
  if (!in_rank()) return 0;
  Rank& rank = current_rank();
  return rank.simulation.modeled->stream_of(rank).uniform();
}

}  // extern "C"
#pragma GCC visibility pop
