// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scatter and MPI_Scatterv by name. Names that start with ompi_ and the like
// are SimGrid's.
#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/scatter/scatter.h"

namespace smpi::coll {
namespace {

template <Empty empty>
void at_once(const ScatterArgs& args) {
  scatter_at_once(args, empty);
}

constexpr Algorithm table[] = {
    {"default", erased<at_once<Empty::skipped>>, "", "a + n b (p-1)/p", ""},
    {"ompi_basic_linear", erased<scatter_linear>, "ompi:basic_linear ompi:linear",
     "(p-1)(a + n b/p)", ""},
    {"ompi_linear_nb", erased<at_once<Empty::skipped>>, "ompi:linear_nb", "a + n b (p-1)/p", ""},
    {"ompi_binomial", erased<scatter_smallest_first>, "ompi:binomial",
     "L (L+1)/2 a + n b (2 p-2-L)/p", ""},
    {"binomial", erased<scatter_largest_first>, "mpich:binomial mpich:sched_binomial",
     "L a + n b (p-1)/p", ""},
    {"mvapich2_two_level_direct", erased<scatter_node_aware>, "", "scatters in and between nodes",
     "", is_whole},
    {"inter_then_local", erased<inter_scatter_then_local>,
     "ompi:root_send_local_scatter mpich:remote_send_local_scatter "
     "mpich:sched_remote_send_local_scatter",
     "a + n b + scatter", "", nullptr, true},
    {"inter_direct", erased<inter_scatter_direct>, "mpich:linear mpich:sched_linear",
     "p (a + n b/p)", "", nullptr, true},
};

constexpr Algorithm v_table[] = {
    {"default", erased<at_once<Empty::skipped>>, "mpich:linear mpich:sched_linear", "a + n b", ""},
    {"linear", erased<scatter_linear>, "ompi:linear", "(p-1) a + n b", ""},
    {"libnbc_linear", erased<at_once<Empty::sent>>, "", "a + n b", ""},
    {"inter_then_local", erased<inter_scatter_then_local>, "ompi:root_send_local_scatterv",
     "a + n b + scatterv", "", nullptr, true},
    {"inter_direct", erased<inter_scatter_direct>, "mpich:linear mpich:sched_linear",
     "p (a + n b/p)", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> scatter_algorithms() {
  return table;
}
std::span<const Algorithm> scatterv_algorithms() {
  return v_table;
}

}  // namespace smpi::coll
