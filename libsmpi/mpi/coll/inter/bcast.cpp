// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast to the other group: the root sends to its rank 0, which broadcasts there; or to each of
// its ranks. Cost: a + n b + bcast; flat: a + p n b.
#include "libsmpi/mpi/coll/bcast/bcast.h"

#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void inter_bcast(const BcastArgs& args) {
  if (args.root == MPI_ROOT) args.send(args.data, 0);
  if (!is_partner(args.root)) return;
  if (args.rank() == 0) args.receive(args.data, args.root);
  BcastArgs inside{own_group(args), args.data, 0};
  run_part(Collective::bcast, inside);
}

void inter_bcast_flat(const BcastArgs& args) {
  if (is_partner(args.root)) args.receive(args.data, args.root);
  if (args.root != MPI_ROOT) return;
  MemberArray<Request*> sends(args.communicator().remote_size());
  for (int to = 0; to < args.communicator().remote_size(); to++) {
    sends[to] = args.start_send(args.data, to);
  }
  args.wait_all(sends.all());
}

}  // namespace smpi::coll
