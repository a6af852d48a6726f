// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce by name. Names that start with ompi_ and the like are those of
// SimGrid; where it fixes a segment size for a name, so do we.
#include "libsmpi/coll/choice/tables.h"
#include "libsmpi/coll/inter/inter.h"
#include "libsmpi/coll/reduce/reduce.h"

namespace smpi::coll {
namespace {

constexpr MPI_Count kibi = 1024;
constexpr const char* commutative_only = "commutative operations";
constexpr const char* nodes_cost = "reductions in and between nodes";

bool is_commutative(const Profile& profile) {
  return profile.commutative;
}
bool is_node_aware(const Profile& profile) {
  return profile.commutative && is_whole(profile);
}

// Lines in the plane of message size and ranks (Pjesivac-Grbovic et al., 2007): above one, its
// segment size is best.
struct Line {
  double slope_per_byte;
  double intercept;
  bool below(const ReduceArgs& args) const {
    const auto size_bytes = static_cast<double>(args.count * args.type->size_bytes());
    return args.size() > slope_per_byte * size_bytes + intercept;
  }
};

void pipeline(const ReduceArgs& args) {
  constexpr Line short_segments{0.0410 / 1024, 9.7128};
  constexpr Line middle_segments{0.0033 / 1024, 1.6761};
  MPI_Count segment_bytes = 64 * kibi;
  if (middle_segments.below(args)) segment_bytes = 32 * kibi;
  if (short_segments.below(args)) segment_bytes = kibi;
  reduce_chain(args, 1, segment_bytes);
}

void binomial(const ReduceArgs& args) {
  constexpr Line segments{0.6016 / 1024, 1.3496};
  constexpr MPI_Count whole_up_to_bytes = 2048;
  constexpr int few = 8;  // ranks, which take longer messages as a whole
  constexpr MPI_Count whole_of_few_bytes = 20480;
  const MPI_Count size_bytes = args.count * args.type->size_bytes();
  const bool is_short = args.count <= 1 || size_bytes < whole_up_to_bytes ||
                        (args.size() < few && size_bytes < whole_of_few_bytes);
  reduce_binomial_tree(args, !is_short && segments.below(args) ? kibi : 0);
}

constexpr Algorithm table[] = {
    {"binomial", erased<reduce_binomial>, "mpich:binomial mpich:sched_binomial",
     "L (a + n b + n g)", ""},
    {"flat_tree", erased<reduce_flat>, "", "(p-1)(a + n b + n g)", ""},
    {"NTSL", erased<+[](const ReduceArgs& args) { reduce_rank_order_chain(args, 8 * kibi); }>, "",
     "(p + S - 2)(a + n (b+g)/S)", commutative_only, is_commutative},
    {"scatter_gather", erased<reduce_rabenseifner>,
     "ompi:rabenseifner mpich:reduce_scatter_gather mpich:sched_reduce_scatter_gather",
     "2 L a + 2 n b (p-1)/p + n g (p-1)/p", ""},
    {"rab", erased<reduce_rabenseifner>, "", "2 L a + 2 n b (p-1)/p + n g (p-1)/p", ""},
    {"ompi_chain",
     erased<+[](const ReduceArgs& args) { reduce_chain(args, args.size() / 2, 64 * kibi); }>, "",
     "(p/k + S - 2)(a + n (b+g)/S)", commutative_only, is_commutative},
    {"ompi_pipeline", erased<pipeline>, "", "(p + S - 2)(a + n (b+g)/S)", commutative_only,
     is_commutative},
    {"ompi_basic_linear", erased<reduce_flat>, "ompi:linear", "(p-1)(a + n b + n g)", ""},
    {"ompi_in_order_binary",
     erased<+[](const ReduceArgs& args) { reduce_in_order_binary(args, args.segment_bytes(0)); }>,
     "ompi:in-order_binary", "2 L (a + n (b+g)) + a + n b", ""},
    {"ompi_binary", erased<+[](const ReduceArgs& args) { reduce_binary_tree(args, 32 * kibi); }>,
     "", "2 (log2(p+1) + S - 2)(a + n (b+g)/S)", commutative_only, is_commutative},
    {"ompi_binomial", erased<binomial>, "", "(L + S - 1)(a + n (b+g)/S)", commutative_only,
     is_commutative},
    {"mvapich2_knomial",
     erased<+[](const ReduceArgs& args) { reduce_knomial(args, args.parameter(4)); }>, "",
     "log_k(p) (a + (k-1) n (b+g))", commutative_only, is_commutative},
    {"chain", erased<+[](const ReduceArgs& args) {
       reduce_chain(args, args.parameter(1), args.segment_bytes(0));
     }>,
     "ompi:chain ompi:pipeline", "(p/k + S - 2)(a + n (b+g)/S)", commutative_only, is_commutative},
    {"binary",
     erased<+[](const ReduceArgs& args) { reduce_binary_tree(args, args.segment_bytes(0)); }>,
     "ompi:binary", "2 (log2(p+1) + S - 2)(a + n (b+g)/S)", commutative_only, is_commutative},
    {"in_order_binomial",
     erased<+[](const ReduceArgs& args) { reduce_binomial_tree(args, args.segment_bytes(0)); }>,
     "ompi:binomial", "(L + S - 1)(a + n (b+g)/S)", commutative_only, is_commutative},
    {"default", erased<reduce_at_once>, "", "a + (p-1)(n b + n g)", ""},
    {"mvapich2_two_level", erased<+[](const ReduceArgs& args) {
       reduce_node_aware(args, reduce_binomial, reduce_binomial);
     }>,
     "", nodes_cost, commutative_only, is_node_aware},
    {"root_leads", erased<reduce_root_leads>,
     "mpich:smp mpich:sched_smp mpich:Reduce_intra_composition_beta", nodes_cost, commutative_only,
     is_node_aware},
    {"forwarded", erased<reduce_forwarded>, "mpich:Reduce_intra_composition_alpha", nodes_cost,
     commutative_only, is_node_aware},
    {"inter", erased<inter_reduce>,
     "ompi:local_reduce_root mpich:local_reduce_remote_send mpich:sched_local_reduce_remote_send",
     "reduce + a + n b", "", nullptr, true},
};

}  // namespace

std::span<const Algorithm> reduce_algorithms() {
  return table;
}

}  // namespace smpi::coll
