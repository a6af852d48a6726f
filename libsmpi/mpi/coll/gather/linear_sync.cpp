// SPDX-License-Identifier: BSD-3-Clause
//
// Gather straight to the root under its control: it sends each rank in turn an empty message when
// it is ready, and receives the block in two segments; so a root with many peers is never flooded
// with unexpected messages. Cost: 2 (p - 1) a + n b (p - 1) / p. Pjesivac-Grbovic et al., Cluster
// Computing 10, 2007.
#include <algorithm>
#include <deque>

#include "libsmpi/mpi/coll/data/common_elements.h"
#include "libsmpi/mpi/coll/gather/gather.h"
#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

MPI_Count first_length(const Block& block, MPI_Count segment_bytes) {
  return std::min(block.count, segment_elements(block.count, *block.type, segment_bytes));
}

Block first_segment(const Block& block, MPI_Count segment_bytes) {
  return block.part(0, first_length(block, segment_bytes));
}

Block second_segment(const Block& block, MPI_Count segment_bytes) {
  const MPI_Count first = first_length(block, segment_bytes);
  return block.part(first, block.count - first);
}

}  // namespace

void gather_linear_sync(const GatherArgs& args, MPI_Count first_segment_bytes) {
  if (!args.is_root()) {
    const CommonElements mine(args, args.mine, PackedData::Content::given);
    args.receive_signal(args.root);
    args.send(first_segment(mine.block(), first_segment_bytes), args.root);
    args.send(second_segment(mine.block(), first_segment_bytes), args.root);
    return;
  }
  MemberArray<Request*> second(args.size());
  std::deque<CommonElements> received;  // these stay where they are made
  for (int from = 0; from < args.size(); from++) {
    if (from == args.rank()) continue;
    const CommonElements& data =
        received.emplace_back(args, args.all[from], PackedData::Content::to_come);
    const Block& block = data.block();
    Request* first = args.start_receive(first_segment(block, first_segment_bytes), from);
    args.send_signal(from);
    second[from] = args.start_receive(second_segment(block, first_segment_bytes), from);
    args.wait(first);
  }
  copy(args.mine, args.all[args.rank()]);
  args.wait_all(second.all());
  for (const CommonElements& data : received) data.unpack();
}

}  // namespace smpi::coll
