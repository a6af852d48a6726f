// SPDX-License-Identifier: BSD-3-Clause
//
// Gather from the other group: straight to the root, or first to the other group's rank 0, which
// sends everything in one message. Cost: p (a + n b / p); gather + a + n b.
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void inter_gather_direct(const GatherArgs& args) {
  if (is_partner(args.root) && args.mine.size_bytes() > 0) args.send(args.mine, args.root);
  if (args.root != MPI_ROOT) return;
  MemberArray<Request*> receives(args.communicator().remote_size());
  for (int from = 0; from < args.communicator().remote_size(); from++) {
    if (args.all.size_bytes(from) == 0) continue;
    receives[from] = args.start_receive(args.all[from], from);
  }
  args.wait_all(receives.all());
}

void inter_gather_local_first(const GatherArgs& args) {
  const int remote_size = args.communicator().remote_size();
  if (args.root == MPI_ROOT) receive_run(args, {args.all, 0, remote_size, remote_size}, 0);
  if (!is_partner(args.root)) return;
  const GroupBlocks group(own_group(args), args.mine);
  if (args.rank() == 0) args.send(group.everything(), args.root);
}

}  // namespace smpi::coll
