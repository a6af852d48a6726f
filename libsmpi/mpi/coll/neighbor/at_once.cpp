// SPDX-License-Identifier: BSD-3-Clause
//
// Everything posted at once, as MPI libraries do: the topology says who talks to whom, and nobody
// else can help. One process may be a neighbour several times; its messages match in the order in
// which they are posted. Neighbours beyond a border (MPI_PROC_NULL) neither send nor receive.
// Cost: a + b max(bytes in, bytes out) without contention.
#include "libsmpi/mpi/coll/neighbor/neighbor.h"
#include "libsmpi/mpi/comm/topology.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

template <class OutgoingBlock>
void exchange_all(const Operation& args, const OutgoingBlock& out, const Blocks& in) {
  const comm::Neighbourhood& near = args.communicator().neighbourhood();
  const auto source_count = static_cast<int>(near.sources.size());
  const auto destination_count = static_cast<int>(near.destinations.size());
  MemberArray<Request*> requests(source_count + destination_count);
  int posted = 0;
  for (const int i : near.receive_order) {
    const int source = near.sources[static_cast<std::size_t>(i)].rank;
    if (source != MPI_PROC_NULL) requests[posted++] = args.start_receive(in[i], source);
  }
  for (int i = 0; i < destination_count; i++) {
    const int destination = near.destinations[static_cast<std::size_t>(i)].rank;
    if (destination != MPI_PROC_NULL) requests[posted++] = args.start_send(out(i), destination);
  }
  args.wait_all(requests.first(posted));
}

}  // namespace

void neighbor_allgather(const AllgatherArgs& args) {
  exchange_all(
      args, [&](int) { return args.mine; }, args.all);
}

void neighbor_alltoall(const AlltoallArgs& args) {
  exchange_all(
      args, [&](int i) { return args.out[i]; }, args.in);
}

}  // namespace smpi::coll
