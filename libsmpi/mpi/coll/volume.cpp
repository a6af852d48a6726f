// SPDX-License-Identifier: BSD-3-Clause
//
// One case for each kind of arguments.
#include "libsmpi/mpi/coll/volume.h"

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/topology.h"

namespace smpi::coll {
namespace {

template <class Args>
const Args& as(const Operation& args) {
  return static_cast<const Args&>(args);
}

MPI_Count bytes_of(const Block& block) {
  return block.type == nullptr ? 0 : block.size_bytes();
}

MPI_Count bytes_of(const Blocks& blocks, int count) {
  if (blocks.type() == nullptr && blocks.types() == nullptr) return 0;
  MPI_Count sum_bytes = 0;
  for (int i = 0; i < count; i++) sum_bytes += blocks.size_bytes(i);
  return sum_bytes;
}

// How many ranks send to this one, or receive from it.
int partners(const Operation& args) {
  const Communicator& communicator = args.communicator();
  return communicator.is_inter() ? communicator.remote_size() : args.size();
}

template <class Args>
bool holds_all(const Args& args) {
  return args.communicator().is_inter() ? args.root == MPI_ROOT : args.is_root();
}

Volume volume_of_neighbors(const Profile& profile, const Operation& args) {
  const comm::Neighbourhood& neighbours = args.communicator().neighbourhood();
  const int in = static_cast<int>(neighbours.sources.size());
  const int out = static_cast<int>(neighbours.destinations.size());
  if (profile.collective == Collective::neighbor_allgather ||
      profile.collective == Collective::neighbor_allgatherv) {
    const auto& gather = as<AllgatherArgs>(args);
    return {bytes_of(gather.mine) * out, bytes_of(gather.all, in)};
  }
  const auto& exchange = as<AlltoallArgs>(args);
  return {bytes_of(exchange.out, out), bytes_of(exchange.in, in)};
}

Volume volume_of_reduction(const Profile& profile, const ReduceArgs& args) {
  const MPI_Count bytes = args.type == nullptr ? 0 : args.count * args.type->size_bytes();
  const bool gets = profile.collective != Collective::reduce || holds_all(args);
  const bool gives = !args.communicator().is_inter() || args.root != MPI_ROOT;
  return {gives ? bytes : 0, gets ? bytes : 0};
}

Volume volume_of_reduce_scatter(const ReduceScatterArgs& args) {
  const MPI_Count element_bytes = args.type->size_bytes();
  return {args.total_count() * element_bytes, args.count_of(args.rank()) * element_bytes};
}

Volume volume_of_bcast(const BcastArgs& args) {
  const MPI_Count bytes = bytes_of(args.data);
  if (!args.communicator().is_inter()) return {args.rank() == args.root ? bytes : 0, bytes};
  if (args.root == MPI_ROOT) return {bytes, 0};
  return {0, args.root == MPI_PROC_NULL ? 0 : bytes};
}

}  // namespace

Volume volume_of(const Profile& profile, const Operation& args) {
  switch (profile.collective) {
    case Collective::barrier:
      return {};
    case Collective::bcast:
      return volume_of_bcast(as<BcastArgs>(args));
    case Collective::gather:
    case Collective::gatherv: {
      const auto& gather = as<GatherArgs>(args);
      return {bytes_of(gather.mine), holds_all(gather) ? bytes_of(gather.all, partners(args)) : 0};
    }
    case Collective::scatter:
    case Collective::scatterv: {
      const auto& scatter = as<ScatterArgs>(args);
      return {holds_all(scatter) ? bytes_of(scatter.all, partners(args)) : 0,
              bytes_of(scatter.mine)};
    }
    case Collective::allgather:
    case Collective::allgatherv:
      return {bytes_of(as<AllgatherArgs>(args).mine),
              bytes_of(as<AllgatherArgs>(args).all, partners(args))};
    case Collective::alltoall:
    case Collective::alltoallv:
    case Collective::alltoallw: {
      const auto& exchange = as<AlltoallArgs>(args);
      const MPI_Count in_bytes = bytes_of(exchange.in, partners(args));
      return {exchange.in_place ? in_bytes : bytes_of(exchange.out, partners(args)), in_bytes};
    }
    case Collective::reduce:
    case Collective::allreduce:
    case Collective::scan:
    case Collective::exscan:
      return volume_of_reduction(profile, as<ReduceArgs>(args));
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
      return volume_of_reduce_scatter(as<ReduceScatterArgs>(args));
    default:
      return volume_of_neighbors(profile, args);
  }
}

}  // namespace smpi::coll
