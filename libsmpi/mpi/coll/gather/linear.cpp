// SPDX-License-Identifier: BSD-3-Clause
//
// Gather straight to the root, which receives one block after the other in the order of the ranks.
// Empty blocks are not sent. Cost: (p - 1) a + n b (p - 1) / p.
#include "libsmpi/mpi/coll/gather/gather.h"

namespace smpi::coll {

void gather_linear(const GatherArgs& args) {
  if (!args.is_root()) {
    if (args.mine.size_bytes() > 0) args.send(args.mine, args.root);
    return;
  }
  for (int from = 0; from < args.size(); from++) {
    if (from == args.rank()) {
      copy(args.mine, args.all[from]);
    } else if (args.all.size_bytes(from) > 0) {
      args.receive(args.all[from], from);
    }
  }
}

}  // namespace smpi::coll
