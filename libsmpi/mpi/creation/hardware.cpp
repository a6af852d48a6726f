// SPDX-License-Identifier: BSD-3-Clause
//
// Colours of MPI_Comm_split_type: the index of the host, or one colour for all.
#include "libsmpi/mpi/creation/hardware.h"

#include <algorithm>

#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::comm {
namespace {

constexpr TypeSplit nowhere{MPI_UNDEFINED};

TypeSplit by_host(const Communicator& parent) {
  return {static_cast<int>(parent.owner().host), host_resource};
}

bool spans_hosts(const Communicator& parent) {
  const auto& ranks = parent.simulation().ranks;
  const auto& members = parent.group().members();
  return std::any_of(members.begin(), members.end(), [&](ProcessId process) {
    return ranks[process]->host != parent.owner().host;
  });
}

TypeSplit by_named_resource(const Communicator& parent, const Info* info) {
  const std::string* name = info == nullptr ? nullptr : info->find("mpi_hw_resource_type");
  if (name == nullptr) return nowhere;
  if (*name == host_resource || *name == shared_memory_resource) return by_host(parent);
  if (*name == machine_resource) return {0, machine_resource};
  return nowhere;
}

TypeSplit by_process_set(const Communicator& parent, const Info* info) {
  const std::string* name = info == nullptr ? nullptr : info->find("mpi_pset_name");
  if (name == nullptr) return by_named_resource(parent, info);
  if (*name == "mpi://WORLD") {
    const auto leader = parent.owner().world->group()[0];
    return {static_cast<int>(leader)};
  }
  if (*name == "mpi://SELF") return {static_cast<int>(parent.owner().process)};
  return nowhere;
}

}  // namespace

std::optional<TypeSplit> colour_of_type(const Communicator& parent, int split_type,
                                        const Info* info) {
  switch (split_type) {
    case MPI_UNDEFINED:
      return nowhere;
    case MPI_COMM_TYPE_SHARED:
      return TypeSplit{by_host(parent).colour};
    case MPI_COMM_TYPE_HW_GUIDED:
      return by_named_resource(parent, info);
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
      return by_process_set(parent, info);
    case MPI_COMM_TYPE_HW_UNGUIDED:
      // The next smaller part of the machine, strictly smaller than the parent.
      return spans_hosts(parent) ? by_host(parent) : nowhere;
    default:
      return std::nullopt;
  }
}

}  // namespace smpi::comm
