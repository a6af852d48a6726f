// SPDX-License-Identifier: BSD-3-Clause
//
// What MPI_Comm_spawn asks of the launcher, which knows programs and hosts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace smpi::process {

// One command of a spawn (MPI 5.0, 11.8.2).
struct Command {
  std::string program;                 // as MPI_Comm_spawn names it
  std::vector<std::string> arguments;  // without the program's name
  std::uint32_t count = 0;
  std::string host;       // hint "host"; empty: hosts that have the fewest ranks for their cores
  std::string path;       // hint "path": folders to look for the program in, separated by ':'
  std::string directory;  // hint "wdir"; empty: the launcher's
};

// Ranks first .. first + count - 1 of the simulation, in a world of their own.
struct StartedRanks {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

class Starter {
 public:
  virtual ~Starter() = default;
  // Starts the ranks of all commands in one world; they run when the running rank gives way. All
  // start or none: then the result is a sentence that says why.
  virtual std::variant<StartedRanks, std::string> start(std::span<const Command> commands) = 0;
};

}  // namespace smpi::process
