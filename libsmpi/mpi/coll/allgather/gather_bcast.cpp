// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather as a flat gather to rank 0 and a broadcast of everything, with the algorithm that would
// be chosen for it. Uneven blocks are broadcast as one packed message.
// Cost: gather(n) + bcast(n).
#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/gather/gather.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {

void allgather_gather_bcast(const AllgatherArgs& args) {
  gather_at_once({args, args.mine, args.all, 0});
  const auto content = args.rank() == 0 ? PackedRun::Content::given : PackedRun::Content::to_come;
  const PackedRun everything(args, {args.all, 0, args.size(), args.size()}, content);
  BcastArgs broadcast{args, everything.block(), 0};
  run_part(Collective::bcast, broadcast);
  if (args.rank() != 0) everything.unpack();
}

}  // namespace smpi::coll
