// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier in three steps: inside each node, among the leaders of the nodes, and a release inside
// each node. Cost: the sum of the parts. Traff, "Improved MPI all-to-all communication", and
// Karonis et al., "Exploiting hierarchy in parallel computer networks", IPDPS 2000.
#include "libsmpi/mpi/coll/barrier/barrier.h"
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/patterns/node_map.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {

namespace {

using BarrierAlgorithm = void(const BarrierArgs& args);

void run_barrier(const BarrierArgs& args) {
  BarrierArgs part = args;
  run_part(Collective::barrier, part);
}

void run_parts(const BarrierArgs& args, BarrierAlgorithm* barrier) {
  const NodeParts parts(args);
  barrier({parts.inside()});
  if (parts.is_leader()) barrier({parts.between()});
  std::byte release{};
  const Block one_byte{&release, 1, &predefined_type(MPI_BYTE)};
  bcast_binomial({parts.inside(), one_byte, parts.leader_number()});
}

}  // namespace

void barrier_node_aware(const BarrierArgs& args) {
  run_parts(args, barrier_dissemination);
}

void barrier_selected_parts(const BarrierArgs& args) {
  run_parts(args, run_barrier);
}

}  // namespace smpi::coll
