// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather with every rank sending its block to every other at once.
// Cost: a + n b (p - 1) / p, if the network can take it.
#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void allgather_linear(const AllgatherArgs& args) {
  const int size = args.size();
  copy(args.mine, args.all[args.rank()]);
  MemberArray<Request*, 64> requests(2 * size);
  int count = 0;
  for (int step = 1; step < size; step++) {
    const int to = (args.rank() + step) % size;
    requests[count++] = args.start_send(args.all[args.rank()], to);
  }
  for (int step = 1; step < size; step++) {
    const int from = (args.rank() + step) % size;
    requests[count++] = args.start_receive(args.all[from], from);
  }
  args.wait_all(requests.first(count));
}

}  // namespace smpi::coll
