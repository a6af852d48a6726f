// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather with every rank sending its block to every other at once: by rank, each send with the
// receive from the same rank; or all receives first, then the sends from the next rank on.
// Cost: a + n b (p - 1) / p, if the network can take it.
#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void allgather_linear(const AllgatherArgs& args) {
  const int size = args.size();
  copy(args.mine, args.all[args.rank()]);
  MemberArray<Request*, 64> requests(2 * size);
  int count = 0;
  for (int other = 0; other < size; other++) {
    if (other == args.rank()) continue;
    requests[count++] = args.start_send(args.all[args.rank()], other);
    requests[count++] = args.start_receive(args.all[other], other);
  }
  args.wait_all(requests.first(count));
}

void allgather_spreading(const AllgatherArgs& args) {
  const int size = args.size();
  copy(args.mine, args.all[args.rank()]);
  MemberArray<Request*, 64> requests(2 * size);
  int count = 0;
  for (int step = 1; step < size; step++) {
    const int from = (args.rank() + step) % size;
    requests[count++] = args.start_receive(args.all[from], from);
  }
  for (int step = 1; step < size; step++) {
    requests[count++] = args.start_send(args.all[args.rank()], (args.rank() + step) % size);
  }
  args.wait_all(requests.first(count));
}

}  // namespace smpi::coll
