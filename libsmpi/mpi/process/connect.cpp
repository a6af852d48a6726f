// SPDX-License-Identifier: BSD-3-Clause
//
// Whoever comes first to a port waits there, servers and clients alike, and is served in the order
// of arrival.
#include "libsmpi/mpi/process/connect.h"

#include <fmt/format.h>

#include <utility>

#include "libsmpi/mpi/creation/intercomm.h"
#include "libsmpi/mpi/process/directory.h"
#include "libsmpi/mpi/process/leaders.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"
#include "models/platform/platform.h"

namespace smpi::process {
namespace {

// The leader's part; nothing when there is no such port.
Ref<CommunicatorShared> meet_at_port(Communicator& local, const std::string& name,
                                     ConnectionEnd end) {
  auto& ports = local.simulation().directory->ports;
  const auto found = ports.find(name);
  if (found == ports.end()) return {};
  Port& port = found->second;
  const bool is_server = end == ConnectionEnd::server;
  auto& waiting_here = is_server ? port.accepting : port.connecting;
  auto& others = is_server ? port.connecting : port.accepting;
  Caller self(local);
  if (others.empty()) {
    waiting_here.push_back(&self);
    wait_to_be_joined(self, is_server ? "another process to connect to its port"
                                      : "another process to accept its connection");
  } else {
    Caller& first = *others.front();
    others.pop_front();
    join(first, self);
  }
  exchange_groups(self);
  return self.joined;
}

}  // namespace

std::string open_port(Simulation& simulation) {
  Directory& directory = *simulation.directory;
  const Rank& rank = current_rank();
  std::string name =
      fmt::format("smpi://{}:{}", simulation.platform.hosts.name[rank.host], directory.next_port++);
  if (name.size() >= MPI_MAX_PORT_NAME) name = fmt::format("smpi://:{}", directory.next_port);
  directory.ports[name];
  return name;
}

int close_port(Simulation& simulation, const std::string& name) {
  auto& ports = simulation.directory->ports;
  const auto found = ports.find(name);
  if (found == ports.end()) return MPI_ERR_PORT;
  const bool in_use = !found->second.accepting.empty() || !found->second.connecting.empty();
  if (in_use) return MPI_ERR_PORT;
  ports.erase(found);
  return MPI_SUCCESS;
}

int publish(Simulation& simulation, const std::string& service, const std::string& port) {
  return simulation.directory->services.emplace(service, port).second ? MPI_SUCCESS
                                                                      : MPI_ERR_SERVICE;
}

int unpublish(Simulation& simulation, const std::string& service, const std::string& port) {
  auto& services = simulation.directory->services;
  const auto found = services.find(service);
  if (found == services.end() || found->second != port) return MPI_ERR_SERVICE;
  services.erase(found);
  return MPI_SUCCESS;
}

const std::string* find_service(const Simulation& simulation, const std::string& service) {
  const auto& services = simulation.directory->services;
  const auto found = services.find(service);
  return found == services.end() ? nullptr : &found->second;
}

Communicator* connect(Communicator& local, int root, const std::string& port, ConnectionEnd end) {
  Ref<CommunicatorShared> joined;
  if (local.rank() == root) joined = meet_at_port(local, port, end);
  const WaitingReason reason("the root to connect");
  return comm::tell_side(local, root, joined, *local.errhandler);
}

}  // namespace smpi::process
