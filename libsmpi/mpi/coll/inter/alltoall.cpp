// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all across groups: everything posted at once, or in as many steps as the larger group has
// ranks, sending to rank + step and receiving from rank - step; where there is no such rank,
// nothing. Cost: a + n b; max(p1, p2)(a + block b).
#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void inter_alltoall_linear(const AlltoallArgs& args) {
  const int remote_size = args.communicator().remote_size();
  MemberArray<Request*, 64> requests(2 * remote_size);
  for (int other = 0; other < remote_size; other++) {
    if (args.in.size_bytes(other) > 0) {
      requests[other] = args.start_receive(args.in[other], other);
    }
  }
  for (int other = 0; other < remote_size; other++) {
    if (args.out.size_bytes(other) > 0) {
      requests[remote_size + other] = args.start_send(args.out[other], other);
    }
  }
  args.wait_all(requests.all());
}

void inter_alltoall_pairwise(const AlltoallArgs& args) {
  const int remote_size = args.communicator().remote_size();
  const int steps = std::max(args.size(), remote_size);
  for (int step = 0; step < steps; step++) {
    const int from = (args.rank() - step + steps) % steps;
    const int to = (args.rank() + step) % steps;
    Request* requests[2] = {};
    if (from < remote_size) requests[0] = args.start_receive(args.in[from], from);
    if (to < remote_size) requests[1] = args.start_send(args.out[to], to);
    args.wait_all(requests);
  }
}

}  // namespace smpi::coll
