// SPDX-License-Identifier: BSD-3-Clause
//
// From a collective to its name and its table of algorithms, in the order of the enumeration.
#include "libsmpi/mpi/coll/choice/registry.h"

#include "libsmpi/mpi/coll/choice/tables.h"

namespace smpi::coll {
namespace {

struct Entry {
  const char* name;
  std::span<const Algorithm> (*table)();
};

constexpr Entry entries[collective_count] = {
    {"barrier", barrier_algorithms},
    {"bcast", bcast_algorithms},
    {"gather", gather_algorithms},
    {"gatherv", gatherv_algorithms},
    {"scatter", scatter_algorithms},
    {"scatterv", scatterv_algorithms},
    {"allgather", allgather_algorithms},
    {"allgatherv", allgatherv_algorithms},
    {"alltoall", alltoall_algorithms},
    {"alltoallv", alltoallv_algorithms},
    {"alltoallw", alltoallw_algorithms},
    {"reduce", reduce_algorithms},
    {"allreduce", allreduce_algorithms},
    {"reduce_scatter", reduce_scatter_algorithms},
    {"reduce_scatter_block", reduce_scatter_block_algorithms},
    {"scan", scan_algorithms},
    {"exscan", exscan_algorithms},
};

const Entry& entry_of(Collective collective) {
  return entries[static_cast<std::size_t>(collective)];
}

}  // namespace

std::span<const Algorithm> algorithms(Collective collective) {
  return entry_of(collective).table();
}

const char* name_of(Collective collective) {
  return entry_of(collective).name;
}

}  // namespace smpi::coll
