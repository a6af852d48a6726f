// SPDX-License-Identifier: BSD-3-Clause
//
// Connections through ports (MPI 5.0, 11.9).
#pragma once

#include <string>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::process {

// A new port of the running rank.
std::string open_port(Simulation& simulation);
// All return MPI_SUCCESS or the code of the error.
int close_port(Simulation& simulation, const std::string& name);
int publish(Simulation& simulation, const std::string& service, const std::string& port);
int unpublish(Simulation& simulation, const std::string& service, const std::string& port);
// nullptr for a service that nobody has published.
const std::string* find_service(const Simulation& simulation, const std::string& service);

enum class ConnectionEnd : bool { server, client };

// MPI_Comm_accept and MPI_Comm_connect: collective over `local`; the port counts at the root only.
// nullptr when there is no such port.
Communicator* connect(Communicator& local, int root, const std::string& port, ConnectionEnd end);

}  // namespace smpi::process
