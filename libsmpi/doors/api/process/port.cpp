// SPDX-License-Identifier: BSD-3-Clause
//
// Ports, connections and published names (MPI 5.0, 11.9).
#include <cstring>
#include <string>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/process/connect.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

Check check_info(MPI_Info handle) {
  Check check;
  check.require(find_info(handle) != nullptr || handle == MPI_INFO_NULL, MPI_ERR_INFO,
                "freed info object");
  return check;
}

int put_port(const std::string& name, char* out) {
  std::memcpy(out, name.c_str(), name.size() + 1);
  return MPI_SUCCESS;
}

// A text that must be there and fit into a port name.
bool is_port_name(const char* name) {
  return name != nullptr && std::strlen(name) < MPI_MAX_PORT_NAME;
}

int connect(const char* port, int root, MPI_Comm comm, MPI_Comm* result,
            process::ConnectionEnd end) {
  Check check(comm);
  check.pointer(result, "newcomm");
  check.require(check.communicator() == nullptr || !check.communicator()->is_inter(), MPI_ERR_COMM,
                "an intercommunicator");
  check.root(root);
  if (check.failed()) return check.raise();
  Communicator& local = *check.communicator();
  const bool at_root = local.rank() == root;
  const std::string name = at_root && is_port_name(port) ? port : "";
  note_collective(local);
  Communicator* made = process::connect(local, root, name, end);
  if (made != nullptr || p2p::has_failure()) return check.give(made, result);
  *result = MPI_COMM_NULL;
  return raise(&local, MPI_ERR_PORT, "there is no such port");
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Open_port(MPI_Info info, char* port_name) {
  const Call call;
  Check check = check_info(info);
  check.pointer(port_name, "port_name");
  if (check.failed()) return check.raise();
  return put_port(process::open_port(current_rank().simulation), port_name);
}

int PMPI_Close_port(const char* port_name) {
  const Call call;
  Check check;
  check.require(is_port_name(port_name), MPI_ERR_PORT, "not a port name");
  if (check.failed()) return check.raise();
  const int error = process::close_port(current_rank().simulation, port_name);
  return raise(nullptr, error, "there is no such port, or somebody waits at it");
}

int PMPI_Comm_accept(const char* port_name, MPI_Info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
  const Call call;
  return connect(port_name, root, comm, newcomm, process::ConnectionEnd::server);
}

int PMPI_Comm_connect(const char* port_name, MPI_Info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
  const Call call;
  return connect(port_name, root, comm, newcomm, process::ConnectionEnd::client);
}

int PMPI_Publish_name(const char* service_name, MPI_Info info, const char* port_name) {
  const Call call;
  Check check = check_info(info);
  check.pointer(service_name, "service_name")
      .require(is_port_name(port_name), MPI_ERR_PORT, "not a port name");
  if (check.failed()) return check.raise();
  const int error = process::publish(current_rank().simulation, service_name, port_name);
  return raise(nullptr, error, "the service is published already");
}

int PMPI_Unpublish_name(const char* service_name, MPI_Info info, const char* port_name) {
  const Call call;
  Check check = check_info(info);
  check.pointer(service_name, "service_name")
      .require(is_port_name(port_name), MPI_ERR_PORT, "not a port name");
  if (check.failed()) return check.raise();
  const int error = process::unpublish(current_rank().simulation, service_name, port_name);
  return raise(nullptr, error, "nobody has published the service with this port");
}

int PMPI_Lookup_name(const char* service_name, MPI_Info info, char* port_name) {
  const Call call;
  Check check = check_info(info);
  check.pointer(service_name, "service_name").pointer(port_name, "port_name");
  if (check.failed()) return check.raise();
  const std::string* port = process::find_service(current_rank().simulation, service_name);
  if (port == nullptr) return raise(nullptr, MPI_ERR_NAME, "nobody has published the service");
  return put_port(*port, port_name);
}

}  // extern "C"
