// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Barrier by name. Names that start with ompi_ and the like are SimGrid's.
#include "libsmpi/mpi/coll/barrier/barrier.h"
#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/inter/inter.h"

namespace smpi::coll {
namespace {

constexpr Algorithm table[] = {
    {"ompi_basic_linear", erased<barrier_flat>, "ompi:linear", "2 a", ""},
    {"ompi_two_procs", erased<barrier_recursive_doubling>, "ompi:two_proc", "a", "2 ranks",
     [](const Profile& profile) { return profile.ranks == 2; }},
    {"ompi_tree", erased<barrier_tree>, "ompi:tree", "2 L a", ""},
    {"ompi_bruck", erased<barrier_dissemination>,
     "ompi:bruck ompi:dissemination mpich:dissemination mpich:sched_recursive_doubling", "L a", ""},
    {"ompi_recursivedoubling", erased<barrier_recursive_doubling>, "ompi:recursive_doubling",
     "log2(p) a, else (F+2) a", ""},
    {"ompi_doublering", erased<barrier_double_ring>, "ompi:double_ring", "2 p a", ""},
    {"mpich_smp", erased<barrier_node_aware>, "", "barriers in and between nodes", "", is_whole},
    {"selected_parts", erased<barrier_selected_parts>,
     "mpich:smp mpich:Barrier_intra_composition_alpha", "barriers in and between nodes", "",
     is_whole},
    {"mvapich2_pair", erased<barrier_recursive_doubling>, "", "log2(p) a, else (F+2) a", ""},
    {"inter_allreduce", erased<inter_barrier_allreduce>, "ompi:allreduce", "allreduce", "", nullptr,
     true},
    {"inter_bcast", erased<inter_barrier_bcast>, "mpich:bcast mpich:sched_bcast",
     "barrier + 2 bcast", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> barrier_algorithms() {
  return table;
}

}  // namespace smpi::coll
