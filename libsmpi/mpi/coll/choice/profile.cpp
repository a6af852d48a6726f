// SPDX-License-Identifier: BSD-3-Clause
//
// What a call looks like to the selection rules. Sizes are counted as the tables count them: the
// vector for bcast and reductions, one rank's block for gather, scatter, allgather and alltoall,
// all blocks for allgatherv, reduce_scatter and reduce_scatter_block.
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::coll {
namespace {

Profile basic_profile(Collective collective, const Operation& args) {
  return {.collective = collective,
          .nonblocking = args.channel() == Channel::nonblocking,
          .inter = args.communicator().is_inter(),
          .subset = args.is_subset(),
          .ranks = args.size(),
          .operation = &args};
}

// `blocks` of the same size.
Profile block_profile(Collective collective, const Operation& args, const Block& block,
                      int blocks) {
  Profile profile = basic_profile(collective, args);
  profile.block_elements = block.count;
  profile.block_bytes = block.type == nullptr ? 0 : block.size_bytes();
  profile.total_elements = profile.block_elements * blocks;
  profile.total_bytes = profile.block_bytes * blocks;
  return profile;
}

int comparable_root(const Operation& args, int root) {
  return args.communicator().is_inter() ? 0 : root;
}

void set_operation(Profile& profile, const Op& op) {
  profile.commutative = op.is_commutative();
  profile.predefined_op = op.is_predefined();
  profile.op = &op;
}

}  // namespace

Profile profile_of(Collective collective, const BarrierArgs& args) {
  return basic_profile(collective, args);
}

Profile profile_of(Collective collective, const BcastArgs& args) {
  Profile profile = block_profile(collective, args, args.data, 1);
  profile.root = comparable_root(args, args.root);
  return profile;
}

// At the root of an intercommunicator: what one rank of the other group sends.
Profile profile_of(Collective collective, const GatherArgs& args) {
  const Communicator& communicator = args.communicator();
  const bool receives = communicator.is_inter() && args.root == MPI_ROOT;
  const bool regular = collective == Collective::gather;
  const Block block = receives && regular ? args.all[0] : args.mine;
  const int blocks = receives ? communicator.remote_size() : args.size();
  Profile profile = block_profile(collective, args, block, blocks);
  profile.root = comparable_root(args, args.root);
  return profile;
}

Profile profile_of(Collective collective, const ScatterArgs& args) {
  const Communicator& communicator = args.communicator();
  const bool sends = communicator.is_inter() && args.root == MPI_ROOT;
  const bool regular = collective == Collective::scatter;
  const Block block = sends && regular ? args.all[0] : args.mine;
  const int blocks = sends ? communicator.remote_size() : args.size();
  Profile profile = block_profile(collective, args, block, blocks);
  profile.root = comparable_root(args, args.root);
  return profile;
}

Profile profile_of(Collective collective, const AllgatherArgs& args) {
  if (!has_choice(collective)) return basic_profile(collective, args);
  if (collective == Collective::allgather) {
    return block_profile(collective, args, args.all[0], args.size());
  }
  Profile profile = basic_profile(collective, args);
  const int blocks = profile.inter ? args.communicator().remote_size() : args.size();
  for (int i = 0; i < blocks; i++) {
    profile.total_elements += args.all.count(i);
    profile.total_bytes += args.all.size_bytes(i);
  }
  profile.block_elements = profile.total_elements / blocks;
  profile.block_bytes = profile.total_bytes / blocks;
  return profile;
}

Profile profile_of(Collective collective, const AlltoallArgs& args) {
  const bool regular = collective == Collective::alltoall;
  Profile profile = regular ? block_profile(collective, args, args.in[0], args.size())
                            : basic_profile(collective, args);
  profile.in_place = args.in_place;
  return profile;
}

Profile profile_of(Collective collective, const ReduceArgs& args) {
  Profile profile = block_profile(collective, args, {nullptr, args.count, args.type}, 1);
  profile.in_place = args.in == args.out && args.out != nullptr;
  profile.root = comparable_root(args, args.root);
  if (args.op != nullptr) set_operation(profile, *args.op);
  return profile;
}

Profile profile_of(Collective collective, const ReduceScatterArgs& args) {
  Profile profile = basic_profile(collective, args);
  profile.in_place = args.in == args.out;
  profile.total_elements = args.total_count();
  profile.total_bytes = profile.total_elements * args.type->size_bytes();
  profile.block_elements = profile.total_elements / args.size();
  profile.block_bytes = profile.total_bytes / args.size();
  set_operation(profile, *args.op);
  for (int i = 1; i < args.size() && !args.counts.is_null(); i++) {
    if (args.counts[i] != args.counts[0]) profile.equal_blocks = false;
  }
  return profile;
}

}  // namespace smpi::coll
