// SPDX-License-Identifier: BSD-3-Clause
//
// What a call looks like to the selection rules. Sizes are counted as the tables count them: the
// vector for bcast and reductions, one rank's block for gather, scatter, allgather and alltoall,
// all blocks for allgatherv, reduce_scatter and reduce_scatter_block.
#include "libsmpi/coll/run.h"

namespace smpi::coll {
namespace {

Profile basic_profile(Collective collective, const Operation& args) {
  return {.collective = collective,
          .nonblocking = args.channel() == Channel::nonblocking,
          .inter = args.communicator().is_inter(),
          .ranks = args.size(),
          .operation = &args};
}

Profile block_profile(Collective collective, const Operation& args, const Block& block) {
  Profile profile = basic_profile(collective, args);
  profile.elements = block.count;
  profile.size_bytes = block.type == nullptr ? 0 : block.size_bytes();
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
  Profile profile = block_profile(collective, args, args.data);
  profile.root = comparable_root(args, args.root);
  return profile;
}

Profile profile_of(Collective collective, const GatherArgs& args) {
  Profile profile = block_profile(collective, args, args.mine);
  profile.root = comparable_root(args, args.root);
  return profile;
}

Profile profile_of(Collective collective, const ScatterArgs& args) {
  Profile profile = block_profile(collective, args, args.mine);
  profile.root = comparable_root(args, args.root);
  return profile;
}

Profile profile_of(Collective collective, const AllgatherArgs& args) {
  if (collective == Collective::allgather) return block_profile(collective, args, args.mine);
  Profile profile = basic_profile(collective, args);
  const int blocks = profile.inter ? args.communicator().remote_size() : args.size();
  for (int i = 0; i < blocks; i++) {
    profile.elements += args.all.count(i);
    profile.size_bytes += args.all.size_bytes(i);
  }
  return profile;
}

Profile profile_of(Collective collective, const AlltoallArgs& args) {
  Profile profile = basic_profile(collective, args);
  profile.in_place = args.in_place;
  if (collective != Collective::alltoall) return profile;
  profile.elements = args.in.count(0);
  profile.size_bytes = args.in.size_bytes(0);
  return profile;
}

Profile profile_of(Collective collective, const ReduceArgs& args) {
  Profile profile = block_profile(collective, args, {nullptr, args.count, args.type});
  profile.in_place = args.in == args.out;
  profile.root = comparable_root(args, args.root);
  if (args.op != nullptr) set_operation(profile, *args.op);
  return profile;
}

Profile profile_of(Collective collective, const ReduceScatterArgs& args) {
  Profile profile = basic_profile(collective, args);
  profile.in_place = args.in == args.out;
  profile.elements = args.total_count();
  profile.size_bytes = profile.elements * args.type->size_bytes();
  set_operation(profile, *args.op);
  for (int i = 1; i < args.size() && !args.counts.is_null(); i++) {
    if (args.counts[i] != args.counts[0]) profile.equal_blocks = false;
  }
  return profile;
}

}  // namespace smpi::coll
