// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier along a binomial tree: arrivals go up to rank 0, the release comes down.
// Cost: 2 ceil(log2 p) a.
#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/barrier/barrier.h"

namespace smpi::coll {

void barrier_tree(const BarrierArgs& args) {
  const Tree tree = in_order_binomial_tree(args.size(), args.rank(), 0);
  const auto children = tree.children();
  for (const int child : children) args.receive_signal(child);
  if (!tree.is_root()) {
    args.send_signal(tree.parent);
    args.receive_signal(tree.parent);
  }
  for (std::size_t i = children.size(); i-- > 0;) args.send_signal(children[i]);
}

}  // namespace smpi::coll
