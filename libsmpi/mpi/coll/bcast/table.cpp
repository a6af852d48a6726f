// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Bcast by name. Names that start with ompi_ and the like are those of
// SimGrid; where it fixes a segment size for a name, so do we.
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/choice/tables.h"
#include "libsmpi/mpi/coll/inter/inter.h"

namespace smpi::coll {
namespace {

constexpr MPI_Count kibi = 1024;

// The segments that Open MPI's decision function takes for pipelines: the longer the message for
// the number of ranks, the longer the segments (Pjesivac-Grbovic et al., 2007).
MPI_Count pipeline_segment_bytes(const BcastArgs& args) {
  struct Line {
    double slope_per_byte;
    double intercept;
    MPI_Count segment_bytes;
  };
  constexpr Line lines[] = {{1.6134e-6, 2.1102, 128 * kibi},
                            {2.3679e-6, 1.1787, 64 * kibi},
                            {3.2118e-6, 8.7936, 16 * kibi}};
  const auto size_bytes = static_cast<double>(args.data.size_bytes());
  for (const Line& line : lines) {
    if (args.size() < line.slope_per_byte * size_bytes + line.intercept) return line.segment_bytes;
  }
  return 128 * kibi;
}

constexpr const char* nodes_cost = "bcasts between and in nodes";

constexpr const char* scatter_ring_cost = "(L + p - 1) a + 2 n b (p-1)/p";
constexpr const char* scatter_doubling_cost = "2 L a + 2 n b (p-1)/p";

using Reach = ScatteredBytes::Reach;
using Unit = ScatteredBytes::Unit;
template <Reach reach, Unit unit>
void scatter_ring(const BcastArgs& args) {
  bcast_scatter_ring_allgather(args, reach, unit);
}
template <Reach reach, Unit unit>
void scatter_doubling(const BcastArgs& args) {
  bcast_scatter_rdb_allgather(args, reach, unit);
}

constexpr Algorithm table[] = {
    {"binomial_tree", erased<bcast_binomial>, "mpich:binomial mpich:sched_binomial", "L (a + n b)",
     ""},
    {"flattree", erased<bcast_flat_at_once>, "ompi:basic_linear ompi:linear", "a + (p-1) n b", ""},
    {"flattree_pipeline",
     erased<+[](const BcastArgs& args) { bcast_flat_pipeline(args, 8 * kibi); }>, "",
     "a + (p-1) n b", "segments of 8 KiB"},
    {"NTSB", erased<+[](const BcastArgs& args) { bcast_rank_order_binary(args, 8 * kibi); }>, "",
     "2 (log2 p + S)(a + n b/S)", "segments of 8 KiB"},
    {"NTSL", erased<+[](const BcastArgs& args) {
       bcast_rank_order_chain(args, 8 * kibi, Sending::blocking);
     }>,
     "", "(p + S - 2)(a + n b/S)", "segments of 8 KiB"},
    {"NTSL_Isend", erased<+[](const BcastArgs& args) {
       bcast_rank_order_chain(args, 8 * kibi, Sending::nonblocking);
     }>,
     "", "(p + S - 2)(a + n b/S)", "segments of 8 KiB"},
    {"scatter_LR_allgather", erased<scatter_ring<Reach::subtree, Unit::byte>>,
     "mpich:scatter_ring_allgather", scatter_ring_cost, ""},
    {"scatter_rdb_allgather", erased<scatter_doubling<Reach::subtree, Unit::byte>>,
     "mpich:scatter_recursive_doubling_allgather", scatter_doubling_cost, ""},
    {"ompi_scatter_LR_allgather", erased<scatter_ring<Reach::subtree, Unit::element>>,
     "ompi:scatter_allgather_ring", scatter_ring_cost, "whole elements"},
    {"ompi_scatter_rdb_allgather", erased<scatter_doubling<Reach::subtree, Unit::element>>,
     "ompi:scatter_allgather", scatter_doubling_cost, "whole elements"},
    {"mpich_sched_scatter_ring", erased<scatter_ring<Reach::end, Unit::byte>>,
     "mpich:sched_scatter_ring_allgather", scatter_ring_cost, ""},
    {"mpich_sched_scatter_rdb", erased<scatter_doubling<Reach::end, Unit::byte>>,
     "mpich:sched_scatter_recursive_doubling_allgather", scatter_doubling_cost, ""},
    {"ompi_split_bintree", erased<+[](const BcastArgs& args) { bcast_split_binary(args, kibi); }>,
     "", "2 log2(p) (a + n b/2) + a + n b/2", "segments of 1 KiB"},
    {"ompi_pipeline",
     erased<+[](const BcastArgs& args) { bcast_chain(args, 1, pipeline_segment_bytes(args)); }>, "",
     "(p + S - 2)(a + n b/S)", "segments of 16 to 128 KiB"},
    {"flattree_blocking", erased<bcast_flat>, "", "(p-1)(a + n b)", ""},
    {"chain", erased<+[](const BcastArgs& args) {
       bcast_chain(args, args.parameter(1), args.segment_bytes(0));
     }>,
     "ompi:chain ompi:pipeline", "(p/k + S - 2)(a + n b/S)",
     "k = 1 chain in one segment, or as the table says"},
    {"binary_tree",
     erased<+[](const BcastArgs& args) { bcast_binary_tree(args, args.segment_bytes(0)); }>,
     "ompi:binary_tree", "2 (log2(p+1) + S - 2)(a + n b/S)", ""},
    {"binomial",
     erased<+[](const BcastArgs& args) { bcast_binomial_tree(args, args.segment_bytes(0)); }>,
     "ompi:binomial", "(L + S - 1)(a + n b/S)", ""},
    {"libnbc_binomial", erased<bcast_binomial_swapped>, "", "L (a + n b)", ""},
    {"knomial", erased<+[](const BcastArgs& args) {
       bcast_knomial(args, args.parameter(4), args.segment_bytes(0));
     }>,
     "ompi:knomial", "(k-1) log_k(p) (a + n b)", "k = 4, or as the table says"},
    {"split_binary_tree",
     erased<+[](const BcastArgs& args) { bcast_split_binary(args, args.segment_bytes(0)); }>,
     "ompi:split_binary_tree", "2 log2(p) (a + n b/2) + a + n b/2", ""},
    {"SMP_binomial", erased<bcast_nodes_binomial>, "", nodes_cost, "", is_whole},
    {"SMP_binary", erased<+[](const BcastArgs& args) { bcast_nodes_binary(args, 8 * kibi); }>, "",
     nodes_cost, "segments of 8 KiB", is_whole},
    {"SMP_linear", erased<+[](const BcastArgs& args) { bcast_nodes_chain(args, 8 * kibi); }>, "",
     nodes_cost, "segments of 8 KiB", is_whole},
    {"leader_first", erased<bcast_leader_first>,
     "mpich:smp mpich:sched_smp mpich:Bcast_intra_composition_alpha", nodes_cost, "", is_whole},
    {"root_node_first", erased<bcast_root_node_first>, "mpich:Bcast_intra_composition_beta",
     nodes_cost, "", is_whole},
    {"inter", erased<inter_bcast>, "ompi:root_send_local_bcast mpich:remote_send_local_bcast",
     "a + n b + bcast", "", nullptr, true},
    {"inter_flat", erased<inter_bcast_flat>, "mpich:sched_flat", "a + p n b", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> bcast_algorithms() {
  return table;
}

}  // namespace smpi::coll
