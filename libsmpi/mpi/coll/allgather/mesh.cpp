// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather along the dimensions of a mesh: first in lines of neighbouring ranks, then across them,
// each time with all blocks that a rank has. A rank asks for all that its line has, then sends to
// one after the other. Cost: one a for each dimension + n b (p - 1) / p. Faraj, Yuan, ICS 2005.
#include <memory>
#include <vector>

#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/patterns/mesh.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

void share_in_line(const AllgatherArgs& args, const MeshLine& line) {
  std::vector<Request*> receives;
  std::vector<std::unique_ptr<PackedRun>> runs;
  const auto run_at = [&](int place) {
    return BlockRun{args.all, line.group_at(place), line.stride(), args.size()};
  };
  for (int i = 0; i + 1 < line.length(); i++) {
    const int place = line.other(i);
    runs.push_back(std::make_unique<PackedRun>(args, run_at(place), PackedRun::Content::to_come));
    receives.push_back(args.start_receive(runs.back()->block(), line.rank_at(place)));
  }
  const PackedRun mine(args, run_at(line.own()), PackedRun::Content::given);
  for (int i = 0; i + 1 < line.length(); i++) {
    args.send(mine.block(), line.rank_at(line.other(i)));
  }
  args.wait_all(receives);
  for (const auto& run : runs) run->unpack();
}

}  // namespace

void allgather_mesh(const AllgatherArgs& args, const Mesh& mesh) {
  copy(args.mine, args.all[args.rank()]);
  for (std::size_t dimension = mesh.lengths.size(); dimension-- > 0;) {
    share_in_line(args, MeshLine(mesh, dimension, args.rank()));
  }
}

}  // namespace smpi::coll
