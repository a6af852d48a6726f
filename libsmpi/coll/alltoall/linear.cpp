// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all with every receive and every send posted at once, from the neighbours on or by rank.
// Empty blocks are not sent.
// Cost: (p - 1) a + n b (p - 1) / p, if the network can take it.
#include "libsmpi/coll/alltoall/alltoall.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

namespace {

// The ranks that `first` + k `step` gives for each k below the number of ranks are received from;
// those with the opposite step are sent to.
void exchange_all(const AlltoallArgs& args, int first, int receive_step, int send_step) {
  const int size = args.size();
  copy(args.out[args.rank()], args.in[args.rank()]);
  MemberArray<Request*> requests(2 * size);
  int count = 0;
  for (int k = 0; k < size; k++) {
    const int from = (first + k * receive_step + size) % size;
    if (from == args.rank() || args.in.size_bytes(from) == 0) continue;
    requests[count++] = args.start_receive(args.in[from], from);
  }
  for (int k = 0; k < size; k++) {
    const int to = (first + k * send_step + size) % size;
    if (to == args.rank() || args.out.size_bytes(to) == 0) continue;
    requests[count++] = args.start_send(args.out[to], to);
  }
  args.wait_all(requests.first(count));
}

}  // namespace

void alltoall_linear(const AlltoallArgs& args) {
  exchange_all(args, args.rank(), 1, -1);
}

void alltoall_by_rank(const AlltoallArgs& args) {
  exchange_all(args, 0, 1, 1);
}

}  // namespace smpi::coll
