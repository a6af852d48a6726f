// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw by name. Names that start with
// ompi_ and the like are SimGrid's.
#include <bit>

#include "libsmpi/coll/alltoall/alltoall.h"
#include "libsmpi/coll/choice/tables.h"
#include "libsmpi/coll/inter/inter.h"

namespace smpi::coll {
namespace {

constexpr const char* step_cost = "(p-1)(a + n b/p)";
constexpr const char* at_once_cost = "a + n b (p-1)/p";
constexpr const char* power_of_two = "2^k ranks";
constexpr const char* in_place_only = "MPI_IN_PLACE";

bool has_power_of_two(const Profile& profile) {
  return std::has_single_bit(static_cast<unsigned>(profile.ranks));
}
bool is_in_place(const Profile& profile) {
  return profile.in_place;
}

// As erased<>, but in place from a copy.
template <auto algorithm>
void copying(const Operation& operation) {
  const auto& args = static_cast<const AlltoallArgs&>(operation);
  if (args.in_place) {
    alltoall_from_copy(args, algorithm);
  } else {
    algorithm(args);
  }
}

template <Separation separation>
void ring(const AlltoallArgs& args) {
  alltoall_ring(args, separation);
}
template <Separation separation>
void pairwise(const AlltoallArgs& args) {
  alltoall_pairwise(args, separation);
}
template <int batch>
void batches(const AlltoallArgs& args) {
  alltoall_throttled(args, args.parameter(batch), Refill::batches);
}
// Open MPI's linear_sync: without a parameter, all at once.
void window(const AlltoallArgs& args) {
  alltoall_throttled(args, args.parameter(args.size()), Refill::one_by_one);
}
// MPICH steps through pairs when it can, else round the ring.
void pairs_or_ring(const AlltoallArgs& args) {
  if (std::has_single_bit(static_cast<unsigned>(args.size()))) {
    alltoall_pairwise(args, Separation::none);
  } else {
    alltoall_ring(args, Separation::none);
  }
}

constexpr Algorithm table[] = {
    {"basic_linear", copying<alltoall_linear>, "ompi:linear", at_once_cost, ""},
    {"2dmesh", copying<+[](const AlltoallArgs& args) { alltoall_mesh(args, 2); }>, "",
     "2 p^(1/2) a + p^(1/2) n b", ""},
    {"3dmesh", copying<+[](const AlltoallArgs& args) { alltoall_mesh(args, 3); }>, "",
     "3 p^(1/3) a + p^(2/3) n b", ""},
    {"bruck", copying<alltoall_bruck>, "ompi:modified_bruck mpich:brucks mpich:sched_brucks",
     "L (a + n b/2)", ""},
    {"pair", copying<pairwise<Separation::none>>, "", step_cost, power_of_two, has_power_of_two},
    {"pair_light_barrier", copying<pairwise<Separation::tokens>>, "", "(p-1)(2 a + n b/p)",
     power_of_two, has_power_of_two},
    {"pair_mpi_barrier", copying<pairwise<Separation::barriers>>, "", "(p-1)(a + n b/p + barrier)",
     power_of_two, has_power_of_two},
    {"pair_one_barrier", copying<pairwise<Separation::one_barrier>>, "",
     "(p-1)(a + n b/p) + barrier", power_of_two, has_power_of_two},
    {"rdb", copying<alltoall_recursive_doubling>, "", "L a + p n b", power_of_two,
     has_power_of_two},
    {"ring", copying<ring<Separation::none>>, "ompi:pairwise", step_cost, ""},
    {"ring_light_barrier", copying<ring<Separation::tokens>>, "", "(p-1)(2 a + n b/p)", ""},
    {"ring_mpi_barrier", copying<ring<Separation::barriers>>, "", "(p-1)(a + n b/p + barrier)", ""},
    {"ring_one_barrier", copying<ring<Separation::one_barrier>>, "", "(p-1)(a + n b/p) + barrier",
     ""},
    {"mvapich2_scatter_dest", copying<batches<4>>, "", "(p-1) a/k + n b", "batches of k = 4"},
    {"scattered", copying<batches<32>>, "mpich:scattered mpich:sched_permuted_sendrecv",
     "(p-1) a/k + n b", "batches of k = 32"},
    {"linear_sync", copying<window>, "ompi:linear_sync ompi:two_proc", at_once_cost, ""},
    {"pairwise", copying<pairs_or_ring>, "mpich:pairwise mpich:sched_pairwise", step_cost, ""},
    {"in_place_ring", erased<alltoall_in_place_ring>, "", step_cost, in_place_only, is_in_place},
    {"in_place_pairs", erased<alltoall_in_place>,
     "mpich:pairwise_sendrecv_replace mpich:sched_inplace", "(p-1)(a + n b/p), pair after pair",
     in_place_only, is_in_place},
    {"inter_linear", erased<inter_alltoall_linear>, "ompi:linear", "a + n b", "", nullptr, true},
    {"inter_pairwise", erased<inter_alltoall_pairwise>,
     "mpich:pairwise_exchange mpich:sched_pairwise_exchange", "max(p1,p2)(a + block b)", "",
     nullptr, true},
};

constexpr Algorithm v_table[] = {
    {"ompi_basic_linear", copying<alltoall_by_rank>, "ompi:basic_linear ompi:linear", at_once_cost,
     ""},
    {"bruck", copying<batches<4>>, "", "(p-1) a/k + n b", "batches of k = 4"},
    {"pair", copying<pairwise<Separation::none>>, "", step_cost, power_of_two, has_power_of_two},
    {"pair_light_barrier", copying<pairwise<Separation::tokens>>, "", "(p-1)(2 a + n b/p)",
     power_of_two, has_power_of_two},
    {"pair_mpi_barrier", copying<pairwise<Separation::barriers>>, "", "(p-1)(a + n b/p + barrier)",
     power_of_two, has_power_of_two},
    {"pair_one_barrier", copying<pairwise<Separation::one_barrier>>, "",
     "(p-1)(a + n b/p) + barrier", power_of_two, has_power_of_two},
    {"ring", copying<pairs_or_ring>, "", step_cost, ""},
    {"pairwise", copying<ring<Separation::none>>, "ompi:pairwise", step_cost, ""},
    {"ring_light_barrier", copying<ring<Separation::tokens>>, "", "(p-1)(2 a + n b/p)", ""},
    {"ring_mpi_barrier", copying<ring<Separation::barriers>>, "", "(p-1)(a + n b/p + barrier)", ""},
    {"ring_one_barrier", copying<ring<Separation::one_barrier>>, "", "(p-1)(a + n b/p) + barrier",
     ""},
    {"scattered", copying<batches<32>>, "mpich:scattered mpich:sched_blocked", "(p-1) a/k + n b",
     "batches of k = 32"},
    {"in_place_ring", erased<alltoall_in_place_ring>, "", step_cost, in_place_only, is_in_place},
    {"in_place_pairs", erased<alltoall_in_place>,
     "mpich:pairwise_sendrecv_replace mpich:sched_inplace", "(p-1)(a + n b/p), pair after pair",
     in_place_only, is_in_place},
    {"inter_linear", erased<inter_alltoall_linear>, "ompi:linear", "a + n b", "", nullptr, true},
    {"inter_pairwise", erased<inter_alltoall_pairwise>,
     "mpich:pairwise_exchange mpich:sched_pairwise_exchange", "max(p1,p2)(a + block b)", "",
     nullptr, true},
};

constexpr Algorithm w_table[] = {
    {"linear", copying<alltoall_linear>, "ompi:linear", at_once_cost, ""},
    {"ring", copying<ring<Separation::none>>, "", step_cost, ""},
    {"scattered", copying<batches<32>>, "mpich:scattered mpich:sched_blocked", "(p-1) a/k + n b",
     "batches of k = 32"},
    {"in_place_ring", erased<alltoall_in_place_ring>, "", step_cost, in_place_only, is_in_place},
    {"in_place_pairs", erased<alltoall_in_place>,
     "mpich:pairwise_sendrecv_replace mpich:sched_inplace", "(p-1)(a + n b/p), pair after pair",
     in_place_only, is_in_place},
    {"inter_linear", erased<inter_alltoall_linear>, "ompi:linear", "a + n b", "", nullptr, true},
    {"inter_pairwise", erased<inter_alltoall_pairwise>,
     "mpich:pairwise_exchange mpich:sched_pairwise_exchange", "max(p1,p2)(a + block b)", "",
     nullptr, true},
};

}  // namespace

std::span<const Algorithm> alltoall_algorithms() {
  return table;
}
std::span<const Algorithm> alltoallv_algorithms() {
  return v_table;
}
std::span<const Algorithm> alltoallw_algorithms() {
  return w_table;
}

}  // namespace smpi::coll
