// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather round a ring in chunks: what a rank passes on is one long run of elements, the blocks
// from its own backwards, cut at the ends of blocks and after each chunk. Long blocks then overlap
// on their way even if they are of different lengths. Empty blocks are not sent. MPICH's
// allgatherv for long data; its blocking form cuts as soon as a block is longer than a chunk, its
// nonblocking one never makes chunks shorter than the shortest block.
// Cost: (p - 1)(a + chunk b) + n b (p - 1) / p.
#include <algorithm>

#include "libsmpi/coll/allgather/allgather.h"

namespace smpi::coll {
namespace {

// Walks over the blocks from `block` backwards, `left` elements in all.
class Walk {
 public:
  Walk(const AllgatherArgs& args, int block, MPI_Count left)
      : args_(args), block_(block), left_(left) {}

  bool is_done() const { return left_ == 0; }
  // The next elements of one block, at most `chunk`; none of an empty block.
  Block take(MPI_Count chunk) {
    const Block block = args_.all[block_];
    const MPI_Count length = std::min({chunk, block.count - offset_, left_});
    const Block taken = block.part(offset_, length);
    offset_ += length;
    left_ -= length;
    if (offset_ == block.count) {
      offset_ = 0;
      block_ = (block_ - 1 + args_.size()) % args_.size();
    }
    return taken;
  }

 private:
  const AllgatherArgs& args_;
  int block_;
  MPI_Count offset_ = 0;
  MPI_Count left_;
};

}  // namespace

void allgather_ring_in_chunks(const AllgatherArgs& args, MPI_Count chunk_bytes, ChunkBound bound) {
  const int size = args.size();
  MPI_Count total = 0;
  MPI_Count longest = 0;
  MPI_Count shortest = args.all.count(0);
  for (int i = 0; i < size; i++) {
    total += args.all.count(i);
    longest = std::max(longest, args.all.count(i));
    shortest = std::min(shortest, args.all.count(i));
  }
  const MPI_Count extent_bytes = std::max<MPI_Count>(args.all.type()->extent(), 1);
  const MPI_Count short_chunk = std::max<MPI_Count>(chunk_bytes / extent_bytes, 1);
  const MPI_Count chunk = bound == ChunkBound::longest_block ? std::min(longest, short_chunk)
                                                             : std::max(shortest, short_chunk);
  copy(args.mine, args.all[args.rank()]);
  const int right = (args.rank() + 1) % size;
  const int left = (args.rank() - 1 + size) % size;
  Walk out(args, args.rank(), total - args.all.count(right));
  Walk in(args, left, total - args.all.count(args.rank()));
  while (!out.is_done() || !in.is_done()) {
    args.exchange_data(out.take(chunk), right, in.take(chunk), left);
  }
}

}  // namespace smpi::coll
