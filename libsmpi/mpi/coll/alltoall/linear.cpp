// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all with every receive and every send posted at once: in staggered order, so that no rank
// is everybody's first target, or in the order of ranks; with empty blocks or without. Cost: (p -
// 1) a + n b (p - 1) / p, if the network can take it.
#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

// Receives come first: from ranks `first` + k `receive_step`, for each k below the number of ranks;
// the sends follow with `send_step`.
void exchange_all(const AlltoallArgs& args, int first, int receive_step, int send_step,
                  Empty empty) {
  const auto is_sent = [&](MPI_Count size_bytes) { return size_bytes > 0 || empty == Empty::sent; };
  const int size = args.size();
  copy(args.out[args.rank()], args.in[args.rank()]);
  MemberArray<Request*> requests(2 * size);
  int count = 0;
  for (int k = 0; k < size; k++) {
    const int from = (first + k * receive_step + size) % size;
    if (from == args.rank() || !is_sent(args.in.size_bytes(from))) continue;
    requests[count++] = args.start_receive(args.in[from], from);
  }
  for (int k = 0; k < size; k++) {
    const int to = (first + k * send_step + size) % size;
    if (to == args.rank() || !is_sent(args.out.size_bytes(to))) continue;
    requests[count++] = args.start_send(args.out[to], to);
  }
  args.wait_all(requests.first(count));
}

}  // namespace

void alltoall_linear(const AlltoallArgs& args) {
  exchange_all(args, args.rank(), 1, -1, Empty::skipped);
}

void alltoall_by_rank(const AlltoallArgs& args) {
  exchange_all(args, 0, 1, 1, Empty::skipped);
}

void alltoall_linear_in_order(const AlltoallArgs& args) {
  exchange_all(args, 0, 1, 1, Empty::sent);
}

}  // namespace smpi::coll
