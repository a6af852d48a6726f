// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives between two groups (MPI 5.0, 6.2.2 and 6.2.3). An operation's ranks are those of the
// other group: messages cross. What stays inside this rank's group runs on its hidden
// intracommunicator, with the algorithm that would be chosen there.
//
// In rooted operations the root passes MPI_ROOT, the others of its group MPI_PROC_NULL, and the
// other group the root's rank; those with MPI_PROC_NULL take no part and have no data.
#pragma once

#include <optional>

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

void inter_barrier_allreduce(const BarrierArgs& args);
void inter_barrier_bcast(const BarrierArgs& args);
void inter_bcast(const BcastArgs& args);
void inter_bcast_flat(const BcastArgs& args);
void inter_gather_direct(const GatherArgs& args);
void inter_gather_local_first(const GatherArgs& args);
void inter_scatter_direct(const ScatterArgs& args);
void inter_scatter_then_local(const ScatterArgs& args);
void inter_allgather(const AllgatherArgs& args);
void inter_alltoall_linear(const AlltoallArgs& args);
void inter_alltoall_pairwise(const AlltoallArgs& args);
void inter_reduce(const ReduceArgs& args);
void inter_allreduce(const ReduceArgs& args);
void inter_reduce_scatter_direct(const ReduceScatterArgs& args);
void inter_reduce_scatter_local_first(const ReduceScatterArgs& args);

// The operation inside this rank's group.
inline Operation own_group(const Operation& args) {
  return args.on(args.communicator().local());
}
// Does this rank receive data of a rooted operation from the other group, or send to it?
inline bool is_partner(int root) {
  return root != MPI_ROOT && root != MPI_PROC_NULL;
}

// The packed blocks of this rank's group at its rank 0.
class GroupBlocks {
 public:
  // Gathers `mine` of all ranks of the group; collective over it.
  GroupBlocks(const Operation& group, const Block& mine);
  // On rank 0: all of them, in the order of the ranks.
  Block everything() const { return room_->block(total_bytes_, &predefined_type(MPI_BYTE)); }

 private:
  std::optional<Scratch> room_;
  MPI_Count total_bytes_ = 0;
};

}  // namespace smpi::coll
