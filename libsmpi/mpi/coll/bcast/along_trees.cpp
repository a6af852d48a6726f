// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcasts along the trees of coll/patterns/tree.h, in S segments.
//   binomial: about (ceil(log2 p) + S - 1)(a + n b / S)
//   binary:   2 (log2(p + 1) + S - 2)(a + n b / S)
//   k-nomial: (k - 1) log_k(p) (a + n b), in one segment
//   chains:   (p / chains + S - 2)(a + n b / S)
// Pjesivac-Grbovic et al., Cluster Computing 10, 2007.
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/data/common_elements.h"
#include "libsmpi/mpi/coll/patterns/tree.h"

namespace smpi::coll {
namespace {

void bcast_along(const Tree& tree, const BcastArgs& args, MPI_Count segment_bytes) {
  in_common_segments(args, segment_bytes, [&](const BcastArgs& common) {
    bcast_along(tree, common, common.data,
                segment_elements(common.data.count, *common.data.type, segment_bytes));
  });
}

}  // namespace

void bcast_binomial_tree(const BcastArgs& args, MPI_Count segment_bytes) {
  bcast_along(binomial_tree(args.size(), args.rank(), args.root), args, segment_bytes);
}

void bcast_binomial_swapped(const BcastArgs& args) {
  bcast_along(binomial_tree(args.size(), args.rank(), args.root, Numbering::Kind::swapped), args,
              0);
}

void bcast_binary_tree(const BcastArgs& args, MPI_Count segment_bytes) {
  bcast_along(binary_tree(args.size(), args.rank(), args.root), args, segment_bytes);
}

void bcast_knomial(const BcastArgs& args, int radix, MPI_Count segment_bytes) {
  bcast_along(knomial_tree(args.size(), args.rank(), args.root, radix), args, segment_bytes);
}

void bcast_chain(const BcastArgs& args, int chain_count, MPI_Count segment_bytes) {
  bcast_along(chain_tree(args.size(), args.rank(), args.root, chain_count), args, segment_bytes);
}

}  // namespace smpi::coll
