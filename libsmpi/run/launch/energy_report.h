// SPDX-License-Identifier: BSD-3-Clause
//
// The energy of each host and link, for --energy-detail.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "libsmpi/run/launch/arguments.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

// To be called before the run. Throws InputError when the energy is asked for and nothing on the
// platform says what it takes.
void prepare_energy(const Arguments& arguments, Simulation& simulation);
// Keeps power over time also by groups of hosts, where these are not too many. To be called before
// the run.
void follow_groups(Simulation& simulation);
// {"hosts": [{"name", "energy_j", "carbon_kg", "cost"}], "cables": [...], "switches": [...],
// "nics": [...], "power": power over time}: those that say what they take. The directions of a
// full-duplex cable are one.
nlohmann::ordered_json energy_detail_json(const Simulation& simulation);

}  // namespace smpi::launch
