// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather along the dimensions of a mesh: first in lines of neighbouring ranks, then across them,
// each time with all blocks that a rank has, sent to the whole line at once.
// Cost: one a for each dimension + n b (p - 1) / p.
#include <vector>

#include "libsmpi/coll/allgather/allgather.h"
#include "libsmpi/coll/data/block_runs.h"
#include "libsmpi/coll/patterns/mesh.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void allgather_mesh(const AllgatherArgs& args, int dimensions) {
  const Mesh mesh = Mesh::of(args.size(), dimensions);
  copy(args.mine, args.all[args.rank()]);
  for (std::size_t dimension = mesh.lengths.size(); dimension-- > 0;) {
    const int length = mesh.lengths[dimension];
    const int stride = mesh.stride(dimension);
    // The ranks below `stride` in number share what they have: one run of blocks.
    const int own = args.rank() / stride * stride;
    const int line = args.rank() - (args.rank() / stride % length) * stride;
    std::vector<Request*> requests;
    std::vector<std::unique_ptr<PackedRun>> runs;
    const PackedRun mine(args, {args.all, own, stride, args.size()}, PackedRun::Content::given);
    for (int i = 0; i < length; i++) {
      const int other = line + i * stride;
      if (other == args.rank()) continue;
      const BlockRun run{args.all, other / stride * stride, stride, args.size()};
      runs.push_back(std::make_unique<PackedRun>(args, run, PackedRun::Content::to_come));
      requests.push_back(args.start_receive(runs.back()->block(), other));
    }
    for (int i = 0; i < length; i++) {
      const int other = line + i * stride;
      if (other != args.rank()) requests.push_back(args.start_send(mine.block(), other));
    }
    args.wait_all(requests);
    for (const auto& run : runs) run->unpack();
  }
}

}  // namespace smpi::coll
