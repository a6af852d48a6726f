// SPDX-License-Identifier: BSD-3-Clause
//
// The simulation of a singleton lives until the process ends: static destructors of the program may
// still call MPI_Finalized.
#include "libsmpi/singleton.h"

#include "libsmpi/simulation.h"

namespace smpi {

void start_singleton() {
  auto* options = new kernel::Options;
  Simulation::declare_options(*options);
  options->set("smpi/simulate-computation", "no");
  auto* simulation = new Simulation(models::make_short_platform("star:1", {}), *options);
  Rank& rank = simulation->add_rank(0);
  simulation->make_world(0, 1);
  rank.main.rank = &rank;
  running_strand = &rank.main;
  rank.main.actor = &simulation->engine.adopt_thread(&rank.main);
}

}  // namespace smpi
