// SPDX-License-Identifier: BSD-3-Clause
//
// Scatter straight from the root, which starts all sends at once.
// Cost: a + n b (p - 1) / p.
#include "libsmpi/mpi/coll/scatter/scatter.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void scatter_at_once(const ScatterArgs& args, Empty empty) {
  const auto is_sent = [&](MPI_Count size_bytes) { return size_bytes > 0 || empty == Empty::sent; };
  if (!args.is_root()) {
    if (is_sent(args.mine.size_bytes())) args.receive(args.mine, args.root);
    return;
  }
  MemberArray<Request*> sends(args.size());
  for (int to = 0; to < args.size(); to++) {
    if (to == args.rank()) {
      copy(args.all[to], args.mine);
    } else if (is_sent(args.all.size_bytes(to))) {
      sends[to] = args.start_send(args.all[to], to);
    }
  }
  args.wait_all(sends.all());
}

}  // namespace smpi::coll
