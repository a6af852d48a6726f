// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter straight from the root, which sends one block after the other in the order of the ranks.
// Empty blocks are not sent. Cost: (p - 1) a + n b (p - 1) / p.
#include "libsmpi/mpi/coll/scatter/scatter.h"

namespace smpi::coll {

void scatter_linear(const ScatterArgs& args) {
  if (!args.is_root()) {
    if (args.mine.size_bytes() > 0) args.receive(args.mine, args.root);
    return;
  }
  for (int to = 0; to < args.size(); to++) {
    if (to == args.rank()) {
      copy(args.all[to], args.mine);
    } else if (args.all.size_bytes(to) > 0) {
      args.send(args.all[to], to);
    }
  }
}

}  // namespace smpi::coll
