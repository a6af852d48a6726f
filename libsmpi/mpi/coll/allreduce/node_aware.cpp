// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduces that cross the network once for each node: a reduction inside each node, an allreduce
// among the leaders, a broadcast inside each node. They differ in the algorithms of the parts.
// Cost: the sum of the parts. Karonis et al., IPDPS 2000.
#include <algorithm>

#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"
#include "libsmpi/mpi/coll/run.h"

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

// Segments go through the four stages one behind the other: while one is reduced inside nodes, the
// one before it is reduced among leaders, and so on.
void allreduce_node_aware_pipeline(const ReduceArgs& args, MPI_Count segment_elements) {
  const NodeParts parts(args);
  const MPI_Count segments = (args.count + segment_elements - 1) / segment_elements;
  const auto segment_of = [&](const Operation& operation, void* in, MPI_Count number) {
    const MPI_Count first = number * segment_elements;
    ReduceArgs segment = on(operation, args, in, 0);
    segment.count = std::min(segment_elements, args.count - first);
    segment.in = segment.input().part(first, segment.count).address;
    segment.out = segment.output().part(first, segment.count).address;
    return segment;
  };
  constexpr MPI_Count stages = 4;
  for (MPI_Count phase = 0; phase < segments + stages - 1; phase++) {
    const auto is_in = [&](MPI_Count stage) { return phase >= stage && phase - stage < segments; };
    if (is_in(0)) reduce_binomial(segment_of(parts.inside(), args.in, phase));
    if (is_in(1) && parts.is_leader()) {
      reduce_binomial(segment_of(parts.between(), args.out, phase - 1));
    }
    if (is_in(2) && parts.is_leader()) {
      const ReduceArgs segment = segment_of(parts.between(), args.out, phase - 2);
      bcast_binomial({segment, segment.output(), 0});
    }
    if (is_in(3)) {
      const ReduceArgs segment = segment_of(parts.inside(), args.out, phase - 3);
      bcast_binomial({segment, segment.output(), 0});
    }
  }
}

}  // namespace smpi::coll
