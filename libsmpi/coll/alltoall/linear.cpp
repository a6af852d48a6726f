// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all with every receive and every send posted at once: in staggered order, so that no rank
// is everybody's first target, and without empty blocks; or in the order of ranks, with them. Cost:
// (p - 1) a + n b (p - 1) / p, if the network can take it.
#include "libsmpi/coll/alltoall/alltoall.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void alltoall_linear(const AlltoallArgs& args) {
  const int size = args.size();
  copy(args.out[args.rank()], args.in[args.rank()]);
  MemberArray<Request*> requests(2 * size);
  int count = 0;
  for (int step = 1; step < size; step++) {
    const int from = (args.rank() + step) % size;
    if (args.in.size_bytes(from) == 0) continue;
    requests[count++] = args.start_receive(args.in[from], from);
  }
  for (int step = 1; step < size; step++) {
    const int to = (args.rank() - step + size) % size;
    if (args.out.size_bytes(to) == 0) continue;
    requests[count++] = args.start_send(args.out[to], to);
  }
  args.wait_all(requests.first(count));
}

void alltoall_linear_in_order(const AlltoallArgs& args) {
  const int size = args.size();
  copy(args.out[args.rank()], args.in[args.rank()]);
  MemberArray<Request*> requests(2 * size);
  for (int from = 0; from < size; from++) {
    if (from != args.rank()) requests[from] = args.start_receive(args.in[from], from);
  }
  for (int to = 0; to < size; to++) {
    if (to != args.rank()) requests[size + to] = args.start_send(args.out[to], to);
  }
  args.wait_all(requests.all());
}

}  // namespace smpi::coll
