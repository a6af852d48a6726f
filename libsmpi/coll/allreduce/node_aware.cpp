// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduces that cross the network once for each node: a reduction inside each node, an allreduce
// among the leaders, a broadcast inside each node. They differ in the algorithms of the parts.
// Cost: the sum of the parts. Karonis et al., IPDPS 2000.
#include "libsmpi/coll/allreduce/allreduce.h"
#include "libsmpi/coll/bcast/bcast.h"
#include "libsmpi/coll/patterns/node_map.h"
#include "libsmpi/coll/patterns/tree.h"
#include "libsmpi/coll/reduce/reduce.h"
#include "libsmpi/coll/run.h"

namespace smpi::coll {
namespace {

ReduceArgs on(const Operation& operation, const ReduceArgs& args, void* in, int root) {
  ReduceArgs part = args;
  static_cast<Operation&>(part) = operation;
  part.in = in;
  part.root = root;
  return part;
}

}  // namespace

void allreduce_node_aware(const ReduceArgs& args, AllreduceAlgorithm* between) {
  const NodeParts parts(args);
  reduce_binomial(on(parts.inside(), args, args.in, parts.leader_number()));
  if (parts.is_leader()) between(on(parts.between(), args, args.out, 0));
  bcast_binomial({parts.inside(), args.output(), parts.leader_number()});
}

void allreduce_selected_parts(const ReduceArgs& args) {
  const NodeParts parts(args);
  ReduceArgs inside = on(parts.inside(), args, args.in, parts.leader_number());
  run_part(Collective::reduce, inside);
  if (parts.is_leader()) {
    ReduceArgs between = on(parts.between(), args, args.out, 0);
    run_part(Collective::allreduce, between);
  }
  BcastArgs broadcast{parts.inside(), args.output(), parts.leader_number()};
  run_part(Collective::bcast, broadcast);
}

void allreduce_node_aware_pipeline(const ReduceArgs& args, MPI_Count segment_bytes) {
  const MPI_Count length = segment_elements(args.count, *args.type, segment_bytes);
  for (MPI_Count first = 0; first < args.count; first += length) {
    ReduceArgs segment = args;
    segment.count = std::min(length, args.count - first);
    segment.in = args.input().part(first, segment.count).address;
    segment.out = args.output().part(first, segment.count).address;
    allreduce_node_aware(segment, allreduce_binomial);
  }
}

}  // namespace smpi::coll
