// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allreduce by name. Names that start with ompi_ and the like are SimGrid's.
#include <bit>

#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/inter/inter.h"

namespace smpi::coll {
namespace {

constexpr MPI_Count mebi = 1 << 20;
constexpr const char* nodes_cost = "reduction in nodes + allreduce between + bcast in nodes";
constexpr const char* commutative_only = "commutative operations";
constexpr const char* halving_cost = "2 L a + 2 n b (p-1)/p + n g (p-1)/p";
constexpr const char* ring_cost = "2 (p-1) a + 2 n b (p-1)/p + n g (p-1)/p";

bool is_commutative(const Profile& profile) {
  return profile.commutative;
}
bool is_halvable(const Profile& profile) {
  return profile.commutative && std::has_single_bit(static_cast<unsigned>(profile.ranks));
}
bool is_node_aware(const Profile& profile) {
  return profile.commutative && is_whole(profile);
}

template <AllreduceAlgorithm* between>
void node_aware(const ReduceArgs& args) {
  allreduce_node_aware(args, between);
}
void rabenseifner(const ReduceArgs& args) {
  allreduce_rabenseifner(args, Chunks::Cut::rest_last);
}
// Vectors with too few elements to halve are not cut.
void halving_or_doubling(const ReduceArgs& args) {
  const auto power = std::bit_floor(static_cast<unsigned>(args.size()));
  if (args.count < static_cast<MPI_Count>(power)) {
    allreduce_recursive_doubling(args);
  } else {
    rabenseifner(args);
  }
}
void ring(const ReduceArgs& args) {
  allreduce_ring(args, 0);
}

constexpr Algorithm table[] = {
    {"rdb", erased<allreduce_recursive_doubling>,
     "ompi:recursive_doubling mpich:recursive_doubling mpich:sched_recursive_doubling",
     "L (a + n b + n g)", ""},
    {"lr", erased<+[](const ReduceArgs& args) { allreduce_ring(args, 0); }>, "ompi:ring", ring_cost,
     commutative_only, is_commutative},
    {"ompi_ring_segmented",
     erased<+[](const ReduceArgs& args) { allreduce_ring(args, args.segment_bytes(mebi)); }>,
     "ompi:segmented_ring", ring_cost, commutative_only, is_commutative},
    {"rab_rdb", erased<rabenseifner>, "mpich:sched_reduce_scatter_allgather", halving_cost, ""},
    {"rab", erased<allreduce_rabenseifner_halves>, "", halving_cost, ""},
    {"mvapich2_rs", erased<halving_or_doubling>, "", halving_cost, ""},
    {"rab1", erased<allreduce_halving_allgather>, "", "L a + n (b+g)(p-1)/p + allgather",
     "2^k ranks, commutative operations", is_halvable},
    {"ompi_rabenseifner", erased<allreduce_rabenseifner_halves>, "ompi:rabenseifner", halving_cost,
     ""},
    {"mpich_rabenseifner", erased<+[](const ReduceArgs& args) {
       allreduce_rabenseifner(args, Chunks::Cut::rest_spread);
     }>,
     "mpich:reduce_scatter_allgather", halving_cost, ""},
    {"rab2", erased<allreduce_alltoall>, "", "alltoall + n g + allgather", ""},
    {"redbcast", erased<allreduce_reduce_bcast>, "ompi:nonoverlapping", "reduce + bcast", ""},
    {"basic_linear", erased<allreduce_flat>, "ompi:basic_linear", "(p-1)(2 a + 2 n b + n g)", ""},
    {"binomial", erased<allreduce_binomial>, "", "L (2 a + 2 n b + n g)", ""},
    {"libnbc_binomial", erased<allreduce_two_binomial_trees>, "ompi:binomial",
     "L (2 a + 2 n b + n g)", ""},
    {"smp_binomial", erased<node_aware<allreduce_binomial>>, "", nodes_cost, commutative_only,
     is_node_aware},
    {"smp_binomial_pipeline",
     erased<+[](const ReduceArgs& args) { allreduce_node_aware_pipeline(args, 4096); }>, "",
     nodes_cost, "commutative operations; segments of 4096 elements", is_node_aware},
    {"smp_rdb", erased<node_aware<allreduce_recursive_doubling>>, "", nodes_cost, commutative_only,
     is_node_aware},
    {"smp_rsag", erased<node_aware<ring>>, "", nodes_cost, commutative_only, is_node_aware},
    {"smp_rsag_lr", erased<node_aware<ring>>, "", nodes_cost, commutative_only, is_node_aware},
    {"smp_rsag_rab", erased<node_aware<rabenseifner>>, "", nodes_cost, commutative_only,
     is_node_aware},
    {"mvapich2_two_level", erased<node_aware<allreduce_recursive_doubling>>, "", nodes_cost,
     commutative_only, is_node_aware},
    {"selected_parts", erased<allreduce_selected_parts>,
     "mpich:smp mpich:Allreduce_intra_composition_alpha", nodes_cost, commutative_only,
     is_node_aware},
    {"inter", erased<inter_allreduce>,
     "ompi:reduce_exchange_bcast mpich:reduce_exchange_bcast mpich:sched_remote_reduce_local_bcast",
     "reduce + a + n b + bcast", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> allreduce_algorithms() {
  return table;
}

}  // namespace smpi::coll
