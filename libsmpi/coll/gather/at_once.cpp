// SPDX-License-Identifier: BSD-3-Clause
//
// Gather straight to the root, which asks for all blocks at once. Empty blocks are not sent.
// Cost: a + n b (p - 1) / p.
#include "libsmpi/coll/gather/gather.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void gather_at_once(const GatherArgs& args) {
  if (!args.is_root()) {
    if (args.mine.size_bytes() > 0) args.send_begun(args.mine, args.root);
    return;
  }
  MemberArray<Request*> receives(args.size());
  for (int from = 0; from < args.size(); from++) {
    if (from == args.rank()) {
      copy(args.mine, args.all[from]);
    } else if (args.all.size_bytes(from) > 0) {
      receives[from] = args.start_receive(args.all[from], from);
    }
  }
  args.wait_all(receives.all());
}

}  // namespace smpi::coll
