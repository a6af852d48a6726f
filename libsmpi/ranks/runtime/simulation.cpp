// SPDX-License-Identifier: BSD-3-Clause
//
// The one simulation of the process, and its early end.
#include "libsmpi/ranks/runtime/simulation.h"

#include <utility>

namespace smpi {
namespace {

Simulation* the_simulation = nullptr;

}  // namespace

Simulation::Simulation(const kernel::Options& run_options, const SimulationParts& parts)
    : SimulationParts(parts), options(run_options), tuning(load_tuning(run_options)) {
  SIM_ASSERT(the_simulation == nullptr, "one simulation at a time");
  the_simulation = this;
}

Simulation::~Simulation() {
  running_strand = nullptr;
  the_simulation = nullptr;
}

Simulation* Simulation::instance() {
  return the_simulation;
}

void Simulation::end_early(EarlyEnd end) {
  if (early_end.why == EarlyEnd::Why::none) early_end = std::move(end);
  engine.stop();
  for (;;) engine.block();
}

}  // namespace smpi
