// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce_scatter and MPI_Reduce_scatter_block by name. Names that start with
// ompi_ and the like are SimGrid's. The numbers are those of Open MPI's block form, whose rows have
// no names.
#include <bit>

#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/reduce_scatter/reduce_scatter.h"

namespace smpi::coll {
namespace {

constexpr const char* commutative_only = "commutative operations";
constexpr const char* halving_cost = "L a + n (b+g)(p-1)/p";
constexpr const char* step_cost = "(p-1)(a + n (b+g)/p)";
constexpr const char* libnbc_cost = "L (a + n b + n g) + a + n b (p-1)/p";
constexpr const char* doubling_cost = "L a + n (b+g)(L - (p-1)/p)";

bool is_commutative(const Profile& profile) {
  return profile.commutative;
}
bool is_mirrorable(const Profile& profile) {
  return profile.equal_blocks && std::has_single_bit(static_cast<unsigned>(profile.ranks));
}

constexpr Algorithm table[] = {
    {"default", erased<reduce_scatter_reduce_scatterv>, "ompi:non-overlapping", "reduce + scatterv",
     ""},
    {"libnbc_linear", erased<reduce_scatter_binomial_linear>, "ompi:reduce_scatter_linear",
     libnbc_cost, ""},
    {"ompi_basic_recursivehalving", erased<reduce_scatter_recursive_halving>,
     "ompi:recursive_halving mpich:recursive_halving mpich:sched_recursive_halving", halving_cost,
     commutative_only, is_commutative},
    {"ompi_ring", erased<reduce_scatter_ring>, "ompi:ring", step_cost, commutative_only,
     is_commutative},
    {"ompi_butterfly", erased<reduce_scatter_butterfly>, "ompi:butterfly", halving_cost, ""},
    {"mpich_pair", erased<reduce_scatter_pairwise>, "mpich:pairwise mpich:sched_pairwise",
     step_cost, commutative_only, is_commutative},
    {"mpich_rdb", erased<reduce_scatter_recursive_doubling>,
     "mpich:recursive_doubling mpich:sched_recursive_doubling", doubling_cost, ""},
    {"mpich_noncomm", erased<reduce_scatter_mirrored>,
     "mpich:noncommutative mpich:sched_noncommutative", halving_cost, "2^k ranks and equal blocks",
     is_mirrorable},
    {"inter_direct", erased<inter_reduce_scatter_direct>, "ompi:direct_reduce_scatterv",
     "p (a + n (b+g)) + scatterv", "", nullptr, true},
    {"inter_local_first", erased<inter_reduce_scatter_local_first>,
     "mpich:remote_reduce_local_scatter mpich:sched_remote_reduce_local_scatterv",
     "reduce + a + n b + scatterv", "", nullptr, true},
};

constexpr Algorithm block_table[] = {
    {"default", erased<reduce_scatter_reduce_scatterv>, "", "reduce + scatterv", ""},
    {"basic_linear", erased<reduce_scatter_reduce_scatter>, "ompi:1 ompi:basic_linear",
     "reduce + scatter", ""},
    {"libnbc_linear", erased<reduce_scatter_binomial_linear>, "ompi:reduce_scatter_linear",
     libnbc_cost, ""},
    {"recursive_doubling", erased<reduce_scatter_recursive_doubling>,
     "ompi:2 mpich:recursive_doubling mpich:sched_recursive_doubling", doubling_cost, ""},
    {"recursive_halving", erased<reduce_scatter_recursive_halving>,
     "ompi:3 mpich:recursive_halving mpich:sched_recursive_halving", halving_cost, commutative_only,
     is_commutative},
    {"butterfly", erased<reduce_scatter_mirrored>, "ompi:4", halving_cost, ""},
    {"pairwise", erased<reduce_scatter_pairwise>, "mpich:pairwise mpich:sched_pairwise", step_cost,
     commutative_only, is_commutative},
    {"noncommutative", erased<reduce_scatter_mirrored>,
     "mpich:noncommutative mpich:sched_noncommutative", halving_cost, "2^k ranks", is_mirrorable},
    {"inter_direct", erased<inter_reduce_scatter_direct>, "ompi:direct_reduce_scatter",
     "p (a + n (b+g)) + scatter", "", nullptr, true},
    {"inter_local_first", erased<inter_reduce_scatter_local_first>,
     "mpich:remote_reduce_local_scatter mpich:sched_remote_reduce_local_scatterv",
     "reduce + a + n b + scatter", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> reduce_scatter_algorithms() {
  return table;
}
std::span<const Algorithm> reduce_scatter_block_algorithms() {
  return block_table;
}

}  // namespace smpi::coll
