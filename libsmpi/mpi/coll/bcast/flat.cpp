// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast straight from the root: one blocking send after the other, all sends at once, or
// segment by segment. The root's link is the bottleneck. Cost: a + (p - 1) n b.
#include <vector>

#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/data/common_elements.h"
#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {

void bcast_flat(const BcastArgs& args) {
  if (args.rank() != args.root) {
    args.receive(args.data, args.root);
    return;
  }
  for (int to = 0; to < args.size(); to++) {
    if (to != args.root) args.send(args.data, to);
  }
}

void bcast_flat_at_once(const BcastArgs& args) {
  Tree tree;
  if (args.rank() != args.root) {
    tree.parent = args.root;
  } else {
    for (int to = 0; to < args.size(); to++) {
      if (to != args.root) tree.add_child(to);
    }
  }
  bcast_along(tree, args, args.data, args.data.count);
}

namespace {

void send_segments(const BcastArgs& args, MPI_Count segment_bytes) {
  const MPI_Count length = segment_elements(args.data.count, *args.data.type, segment_bytes);
  const MPI_Count count = args.data.count;
  if (args.rank() != args.root) {
    std::vector<Request*> receives;
    for (MPI_Count first = 0; first < count; first += length) {
      const Block segment = args.data.part(first, std::min(length, count - first));
      receives.push_back(args.start_receive(segment, args.root));
    }
    args.wait_all(receives);
    return;
  }
  for (int to = 0; to < args.size(); to++) {
    for (MPI_Count first = 0; to != args.root && first < count; first += length) {
      args.send(args.data.part(first, std::min(length, count - first)), to);
    }
  }
}

}  // namespace

void bcast_flat_pipeline(const BcastArgs& args, MPI_Count segment_bytes) {
  in_common_segments(args, segment_bytes,
                     [&](const BcastArgs& common) { send_segments(common, segment_bytes); });
}

}  // namespace smpi::coll
