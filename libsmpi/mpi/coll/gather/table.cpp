// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Gather and MPI_Gatherv by name. Names that start with ompi_ and the like
// are SimGrid's.
#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/gather/gather.h"
#include "libsmpi/mpi/coll/inter/inter.h"

namespace smpi::coll {
namespace {

constexpr MPI_Count first_segment_bytes = 1024;

template <Empty empty>
void at_once(const GatherArgs& args) {
  gather_at_once(args, empty);
}

constexpr Algorithm table[] = {
    {"default", erased<at_once<Empty::skipped>>, "", "a + n b (p-1)/p", ""},
    {"ompi_basic_linear", erased<gather_linear>, "ompi:basic_linear ompi:linear",
     "(p-1)(a + n b/p)", ""},
    {"ompi_binomial", erased<gather_binomial>, "ompi:binomial mpich:binomial mpich:sched_binomial",
     "L a + n b (p-1)/p", ""},
    {"ompi_linear_sync", erased<+[](const GatherArgs& args) {
       gather_linear_sync(args, args.segment_bytes(first_segment_bytes));
     }>,
     "ompi:linear_sync", "2 (p-1) a + n b (p-1)/p", ""},
    {"mvapich2_two_level", erased<gather_node_aware>, "", "gathers in and between nodes", "",
     is_whole},
    {"inter_local_first", erased<inter_gather_local_first>,
     "ompi:local_gather_root mpich:local_gather_remote_send mpich:sched_short", "gather + a + n b",
     "", nullptr, true},
    {"inter_direct", erased<inter_gather_direct>, "mpich:linear mpich:sched_long", "p (a + n b/p)",
     "", nullptr, true},
};

constexpr Algorithm v_table[] = {
    {"default", erased<at_once<Empty::skipped>>, "mpich:linear mpich:sched_linear", "a + n b", ""},
    {"linear", erased<gather_linear>, "ompi:linear", "(p-1) a + n b", ""},
    {"libnbc_linear", erased<at_once<Empty::sent>>, "", "a + n b", ""},
    {"inter_local_first", erased<inter_gather_local_first>, "ompi:local_gatherv_root",
     "gatherv + a + n b", "", nullptr, true},
    {"inter_direct", erased<inter_gather_direct>, "mpich:linear mpich:sched_linear",
     "p (a + n b/p)", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> gather_algorithms() {
  return table;
}
std::span<const Algorithm> gatherv_algorithms() {
  return v_table;
}

}  // namespace smpi::coll
