// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allgather and MPI_Allgatherv by name. Names that start with ompi_ and the
// like are SimGrid's.
#include <bit>

#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/coll/choice/tables.h"
#include "libsmpi/coll/inter/inter.h"

namespace smpi::coll {
namespace {

constexpr const char* ring_cost = "(p-1)(a + n b/p)";
constexpr const char* doubling_cost = "L a + n b (p-1)/p";
constexpr const char* power_of_two = "2^k ranks";

bool has_power_of_two(const Profile& profile) {
  return std::has_single_bit(static_cast<unsigned>(profile.ranks));
}
bool is_even(const Profile& profile) {
  return profile.ranks % 2 == 0;
}

constexpr Algorithm table[] = {
    {"default", erased<allgather_linear>, "ompi:linear", "a + n b (p-1)/p", ""},
    {"2dmesh", erased<+[](const AllgatherArgs& args) { allgather_mesh(args, 2); }>, "",
     "2 a + n b (p-1)/p", ""},
    {"3dmesh", erased<+[](const AllgatherArgs& args) { allgather_mesh(args, 3); }>, "",
     "3 a + n b (p-1)/p", ""},
    {"bruck", erased<allgather_bruck>, "ompi:bruck mpich:brucks mpich:sched_brucks", doubling_cost,
     ""},
    {"GB", erased<allgather_gather_bcast>, "", "gather + bcast", ""},
    {"NTSLR", erased<allgather_ring>, "ompi:ring mpich:ring mpich:sched_ring", ring_cost, ""},
    {"NTSLR_NB", erased<allgather_ring>, "", ring_cost, ""},
    {"pair", erased<allgather_pairwise>, "ompi:two_proc", ring_cost, power_of_two,
     has_power_of_two},
    {"rdb", erased<allgather_recursive_doubling>,
     "ompi:recursive_doubling mpich:recursive_doubling mpich:sched_recursive_doubling",
     doubling_cost, power_of_two, has_power_of_two},
    {"rhv", erased<allgather_halving>, "", "(L+1) a + n b", power_of_two, has_power_of_two},
    {"ring", erased<allgather_shifting_ring>, "", ring_cost, ""},
    {"smp_simple", erased<allgather_node_aware>, "", "gather in nodes + ring + bcast in nodes", "",
     is_whole},
    {"spreading_simple", erased<allgather_spreading>, "", "a + n b (p-1)/p", ""},
    {"ompi_neighborexchange", erased<allgather_neighbor_exchange>, "ompi:neighbor",
     "p/2 a + n b (p-1)/p", "even number of ranks", is_even},
    {"inter", erased<inter_allgather>,
     "ompi:gather_exchange_bcast mpich:local_gather_remote_bcast "
     "mpich:sched_local_gather_remote_bcast",
     "gather + a + n b + bcast", "", nullptr, true},
};

constexpr Algorithm v_table[] = {
    {"default", erased<allgather_linear>, "ompi:linear", "a + n b (p-1)/p", ""},
    {"GB", erased<allgather_gather_bcast>, "ompi:default", "gatherv + bcast(n)", ""},
    {"pair", erased<allgather_pairwise>, "ompi:two_proc", "(p-1)(a + max block b)", power_of_two,
     has_power_of_two},
    {"ring", erased<allgather_shifting_ring>, "", "(p-1)(a + max block b)", ""},
    {"ompi_neighborexchange", erased<allgather_neighbor_exchange>, "ompi:neighbor",
     "p/2 a + n b (p-1)/p", "even number of ranks", is_even},
    {"ompi_bruck", erased<allgather_bruck>, "ompi:bruck mpich:brucks mpich:sched_brucks",
     doubling_cost, ""},
    {"mpich_rdb", erased<allgather_recursive_doubling>,
     "mpich:recursive_doubling mpich:sched_recursive_doubling", doubling_cost, power_of_two,
     has_power_of_two},
    {"mpich_ring", erased<allgather_ring>, "ompi:ring mpich:ring mpich:sched_ring",
     "(p-1)(a + max block b)", ""},
    {"smp_simple", erased<allgather_node_aware>, "", "gather in nodes + ring + bcast in nodes", "",
     is_whole},
    {"inter", erased<inter_allgather>,
     "ompi:gatherv_exchange_bcast mpich:remote_gather_local_bcast "
     "mpich:sched_remote_gather_local_bcast",
     "gatherv + a + n b + bcast", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> allgather_algorithms() {
  return table;
}
std::span<const Algorithm> allgatherv_algorithms() {
  return v_table;
}

}  // namespace smpi::coll
