// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather across groups: each group gathers at its rank 0, these two exchange, and each
// broadcasts in its group what it got. Cost: gather + a + n b + bcast.
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {

void inter_allgather(const AllgatherArgs& args) {
  const Operation group = own_group(args);
  const GroupBlocks own(group, args.mine);
  const int remote_size = args.communicator().remote_size();
  const PackedRun theirs(args, {args.all, 0, remote_size, remote_size},
                         PackedRun::Content::to_come);
  if (args.rank() == 0) args.exchange(own.everything(), 0, theirs.block(), 0);
  BcastArgs broadcast{group, theirs.block(), 0};
  run_part(Collective::bcast, broadcast);
  theirs.unpack();
}

}  // namespace smpi::coll
