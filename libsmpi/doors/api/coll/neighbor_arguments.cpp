// SPDX-License-Identifier: BSD-3-Clause
//
// The checks of neighbourhood collectives. There is no MPI_IN_PLACE, and a rank may have no
// neighbours at all.
#include "libsmpi/doors/api/coll/neighbor_arguments.h"

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/topology.h"

namespace smpi::api {
namespace {

class NeighborCheck : public Check {
 public:
  explicit NeighborCheck(MPI_Comm comm) : Check(comm) {
    if (failed()) return;
    require(communicator()->topology() != nullptr, MPI_ERR_TOPOLOGY,
            "the communicator has no topology");
    if (failed()) return;
    const comm::Neighbourhood& near = communicator()->neighbourhood();
    source_count = static_cast<int>(near.sources.size());
    destination_count = static_cast<int>(near.destinations.size());
  }

  // Completes the arguments if nothing was wrong.
  const Check& finish(coll::Operation& args) const {
    if (!failed()) args = coll::Operation(*communicator(), Channel::collective, 0);
    return *this;
  }

  int source_count = 0;
  int destination_count = 0;
};

template <class Receive>
Check prepare_allgather(coll::AllgatherArgs& args, const SendBlock& mine, const Receive& all,
                        MPI_Comm comm) {
  NeighborCheck check(comm);
  if (check.failed()) return check;
  args.mine = check_block(check, mine, check.destination_count > 0);
  args.all = check_blocks(check, check.source_count, all);
  return check.finish(args);
}

template <class Send, class Receive>
Check prepare_alltoall(coll::AlltoallArgs& args, const Send& out, const Receive& in,
                       MPI_Comm comm) {
  NeighborCheck check(comm);
  if (check.failed()) return check;
  args.out = check_blocks(check, check.destination_count, out);
  args.in = check_blocks(check, check.source_count, in);
  return check.finish(args);
}

}  // namespace

Check prepare_neighbor(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveBlock& all,
                       MPI_Comm comm) {
  return prepare_allgather(args, mine, all, comm);
}

Check prepare_neighbor(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveVector& all,
                       MPI_Comm comm) {
  return prepare_allgather(args, mine, all, comm);
}

Check prepare_neighbor(coll::AlltoallArgs& args, const SendBlock& out, const ReceiveBlock& in,
                       MPI_Comm comm) {
  return prepare_alltoall(args, out, in, comm);
}

Check prepare_neighbor(coll::AlltoallArgs& args, const SendVector& out, const ReceiveVector& in,
                       MPI_Comm comm) {
  return prepare_alltoall(args, out, in, comm);
}

Check prepare_neighbor(coll::AlltoallArgs& args, const TypedVector& out, const TypedVector& in,
                       MPI_Comm comm) {
  NeighborCheck check(comm);
  if (check.failed()) return check;
  args.out = check_blocks(check, check.destination_count, out, args.out_types);
  args.in = check_blocks(check, check.source_count, in, args.in_types);
  return check.finish(args);
}

}  // namespace smpi::api
