// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the loader and the simulation: opens the program, makes a copy for each rank and starts it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libsmpi/launch/arguments.h"
#include "models/platform.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

class StartedProgram {
 public:
  // Adds a rank to the simulation for each host of the list. Throws kernel::InputError for a
  // program that cannot be run, before any rank starts.
  StartedProgram(const Arguments& arguments, Simulation& simulation,
                 const std::vector<models::HostId>& host_of_rank);
  ~StartedProgram();

  // How the ranks' copies are made and why that way, for -map.
  std::string describe_loading() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::launch
