// SPDX-License-Identifier: BSD-3-Clause
//
// What SimGrid's plug-ins print at the end of a run, for scripts that look for these lines:
// host_energy and link_energy of version 3.32, host_carbon_footprint of version 4.2.
#pragma once

#include <string>

namespace smpi {
class Simulation;
}

namespace smpi::launch {

struct SimgridLines {
  bool hosts = false;               // host_energy
  bool links = false;               // link_energy
  bool carbon = false;              // host_carbon_footprint
  bool are_asked_for_here = false;  // by an option of ours: an error where nothing takes power
  bool any() const { return hosts || links || carbon; }
};

std::string simgrid_lines(const Simulation& simulation, const SimgridLines& wanted);

}  // namespace smpi::launch
