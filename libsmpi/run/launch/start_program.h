// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the loader and the simulation: opens the program, makes a copy for each rank and starts it.
// It stays, because ranks may start more of them (MPI_Comm_spawn), of this program or others.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/mpi/process/starter.h"
#include "libsmpi/run/launch/arguments.h"
#include "models/platform/platform.h"

namespace smpi {
class AssembledSimulation;
struct Rank;
class Simulation;
}  // namespace smpi

namespace smpi::launch {

class StartedProgram final : public process::Starter {
 public:
  // Adds a rank to the simulation for each host of the list; when it is empty, the program is only
  // opened. Throws kernel::InputError for a program that cannot be run, before any rank starts.
  StartedProgram(const Arguments& arguments, AssembledSimulation& simulation,
                 const std::vector<models::HostId>& host_of_rank);
  ~StartedProgram() override;

  // A further program, with its arguments, for start_command(). Throws InputError.
  std::size_t open_command(const std::vector<std::string>& words);
  // Starts a rank of it on each of the hosts, in a world of their own. To be called from an actor:
  // when the system does not allow so many ranks it ends the run and does not return.
  process::StartedRanks start_command(std::size_t command,
                                      const std::vector<models::HostId>& host_of_rank);
  // What is called when a rank has done all its work, just before it ends.
  void set_rank_end_hook(std::function<void(const Rank&)> hook);

  // What Arguments::breakpoints became in the program of the command line.
  std::span<const load::Breakpoint> breakpoints() const;
  // How the ranks' copies are made and why that way, for -map.
  std::string describe_loading() const;

  // Each new rank goes to the host that has the fewest living ranks for its cores.
  std::variant<process::StartedRanks, std::string> start(
      std::span<const process::Command> commands) override;

 private:
  struct Implementation;
  struct Prepared;
  // Throws InputError for a command that cannot be run.
  std::vector<Prepared> prepare(std::span<const process::Command> commands);
  static std::vector<models::HostId> choose_hosts(const Simulation& simulation,
                                                  std::span<const process::Command> commands,
                                                  std::span<const Prepared> prepared);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::launch
