// SPDX-License-Identifier: BSD-3-Clause
//
// Reductions that cross the network once for each node: inside nodes to their leaders, then among
// the leaders. They differ in the algorithm of the two parts and in where the result arises: at the
// root, which leads its node (MPICH's composition beta), or at rank 0, which forwards it (alpha).
// Cost: the sum of the parts. Karonis et al., IPDPS 2000.
#include <optional>

#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {
namespace {

ReduceArgs on(const Operation& operation, const ReduceArgs& args, void* in, void* out, int root) {
  ReduceArgs part = args;
  static_cast<Operation&>(part) = operation;
  part.in = in;
  part.out = out;
  part.root = root;
  return part;
}

void run_reduce(const ReduceArgs& args) {
  ReduceArgs part = args;
  run_part(Collective::reduce, part);
}

}  // namespace

void reduce_node_aware(const ReduceArgs& args, ReduceAlgorithm* between, ReduceAlgorithm* inside) {
  const NodeParts parts(args, args.root);
  std::optional<Scratch> room;
  if (parts.is_leader()) room.emplace(args, args.count, args.type);
  void* const node_sum = room ? room->address() : nullptr;
  inside(on(parts.inside(), args, args.in, node_sum, parts.leader_number()));
  if (!parts.is_leader()) return;
  between(
      on(parts.between(), args, node_sum, args.is_root() ? args.out : nullptr, parts.root_node()));
}

void reduce_root_leads(const ReduceArgs& args) {
  reduce_node_aware(args, run_reduce, run_reduce);
}

void reduce_forwarded(const ReduceArgs& args) {
  ReduceArgs to_rank_0 = args;
  to_rank_0.root = 0;
  std::optional<Scratch> room;
  if (args.root != 0 && args.rank() == 0) {
    room.emplace(args, args.count, args.type);
    to_rank_0.out = room->address();
  }
  reduce_node_aware(to_rank_0, run_reduce, run_reduce);
  if (args.root == 0) return;
  if (args.rank() == 0) args.send(to_rank_0.output(), args.root);
  if (args.is_root()) args.receive(args.output(), 0);
}

}  // namespace smpi::coll
