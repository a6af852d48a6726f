// SPDX-License-Identifier: BSD-3-Clause
//
// Reductions along the trees of coll/patterns/tree.h, in S segments.
//   chains:          (p / chains + S - 2)(a + n (b + g) / S)
//   binary:          2 (log2(p + 1) + S - 2)(a + n (b + g) / S)
//   binomial:        (ceil(log2 p) + S - 1)(a + n (b + g) / S)
//   in-order binary: as binary, and a + n b more when the root is not the last rank
// Pjesivac-Grbovic et al., Cluster Computing 10, 2007.
#include <optional>

#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"

namespace smpi::coll {
namespace {

void reduce_in_segments(const Tree& tree, const ReduceArgs& args, MPI_Count segment_bytes) {
  reduce_along(tree, args, segment_elements(args.count, *args.type, segment_bytes));
}

}  // namespace

void reduce_chain(const ReduceArgs& args, int chain_count, MPI_Count segment_bytes) {
  reduce_in_segments(chain_tree(args.size(), args.rank(), args.root, chain_count), args,
                     segment_bytes);
}

void reduce_binary_tree(const ReduceArgs& args, MPI_Count segment_bytes) {
  reduce_in_segments(binary_tree(args.size(), args.rank(), args.root), args, segment_bytes);
}

void reduce_binomial_tree(const ReduceArgs& args, MPI_Count segment_bytes) {
  reduce_in_segments(in_order_binomial_tree(args.size(), args.rank(), args.root), args,
                     segment_bytes);
}

void reduce_in_order_binary(const ReduceArgs& args, MPI_Count segment_bytes) {
  const int top = args.size() - 1;
  const Tree tree = in_order_binary_tree(args.size(), args.rank());
  if (args.root == top) return reduce_in_segments(tree, args, segment_bytes);
  ReduceArgs to_top = args;
  to_top.root = top;
  std::optional<Scratch> result;
  if (args.rank() == top) {
    result.emplace(args, args.count, args.type);
    to_top.out = result->address();
  }
  reduce_in_segments(tree, to_top, segment_bytes);
  if (args.rank() == top) args.send(to_top.output(), args.root);
  if (args.is_root()) args.receive(args.output(), top);
}

}  // namespace smpi::coll
