// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier at rank 0: all others tell it that they have arrived, then it releases them.
// Cost: 2 a, as messages without data do not fill a link.
#include "libsmpi/coll/barrier/barrier.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void barrier_flat(const BarrierArgs& args) {
  if (args.rank() > 0) {
    args.send_signal(0);
    args.receive_signal(0);
    return;
  }
  MemberArray<Request*> arrivals(args.size());
  for (int other = 1; other < args.size(); other++) {
    arrivals[other] = args.start_receive_signal(other);
  }
  args.wait_all(arrivals.all());
  for (int other = 1; other < args.size(); other++) args.send_signal_begun(other);
}

}  // namespace smpi::coll
