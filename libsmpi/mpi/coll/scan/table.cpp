// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scan and MPI_Exscan by name.
#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/scan/scan.h"

namespace smpi::coll {
namespace {

constexpr const char* chain_cost = "(p-1)(a + n b + n g)";
constexpr const char* at_once_cost = "a + (p-1)(n b + n g)";
constexpr const char* doubling_cost = "L (a + n b + 2 n g)";

bool has_consecutive_nodes(const Profile& profile) {
  return is_whole(profile) && node_map(profile.operation->communicator()).is_consecutive;
}

constexpr Algorithm table[] = {
    {"default", erased<scan_at_once>, "", at_once_cost, ""},
    {"linear", erased<scan_linear>, "ompi:linear", chain_cost, ""},
    {"recursive_doubling", erased<scan_recursive_doubling>,
     "mpich:recursive_doubling mpich:sched_recursive_doubling", doubling_cost, ""},
    {"smp", erased<scan_node_aware>, "mpich:smp mpich:sched_smp", "scans in and between nodes",
     "the ranks of each node follow each other", has_consecutive_nodes},
};

constexpr Algorithm exclusive_table[] = {
    {"default", erased<exscan_at_once>, "", at_once_cost, ""},
    {"linear", erased<exscan_linear>, "ompi:linear", chain_cost, ""},
    {"recursive_doubling", erased<exscan_recursive_doubling>,
     "mpich:recursive_doubling mpich:sched_recursive_doubling", doubling_cost, ""},
};

}  // namespace

std::span<const Algorithm> scan_algorithms() {
  return table;
}
std::span<const Algorithm> exscan_algorithms() {
  return exclusive_table;
}

}  // namespace smpi::coll
