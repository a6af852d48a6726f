// SPDX-License-Identifier: BSD-3-Clause
//
// Gather straight to the root, which asks for all blocks at once.
// Cost: a + n b (p - 1) / p.
#include "libsmpi/mpi/coll/gather/gather.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void gather_at_once(const GatherArgs& args, Empty empty) {
  const auto is_sent = [&](MPI_Count size_bytes) { return size_bytes > 0 || empty == Empty::sent; };
  if (!args.is_root()) {
    if (is_sent(args.mine.size_bytes())) args.send_begun(args.mine, args.root);
    return;
  }
  MemberArray<Request*> receives(args.size());
  for (int from = 0; from < args.size(); from++) {
    if (from == args.rank()) {
      copy(args.mine, args.all[from]);
    } else if (is_sent(args.all.size_bytes(from))) {
      receives[from] = args.start_receive(args.all[from], from);
    }
  }
  args.wait_all(receives.all());
}

}  // namespace smpi::coll
