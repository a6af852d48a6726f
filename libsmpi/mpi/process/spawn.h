// SPDX-License-Identifier: BSD-3-Clause
//
// Starting processes (MPI 5.0, 11.8). The root has the launcher start them, waits until they are in
// MPI_Init, which costs a message each way to the first of them, and tells the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/process/starter.h"

namespace smpi::process {

struct Spawned {
  Communicator* children = nullptr;   // the intercommunicator; nullptr when nothing was started
  std::uint32_t requested_count = 0;  // how many processes the root asked for, on all ranks
  std::string failure;                // why, at the root
};

// Collective over `local`; the commands count at the root only.
Spawned spawn(Communicator& local, int root, std::span<const Command> commands);

// The other side, in MPI_Init of a spawned rank. Collective over its world.
void greet_parent(Rank& rank);

}  // namespace smpi::process
