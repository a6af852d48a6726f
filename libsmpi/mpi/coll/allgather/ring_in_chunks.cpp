// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather round a ring in chunks: what a rank passes on is one long run of elements, the blocks
// from its own backwards, cut at the ends of blocks and after each chunk. Long blocks then overlap
// on their way even if they are of different lengths. Empty blocks are not sent. MPICH's
// allgatherv for long data; its blocking form cuts as soon as a block is longer than a chunk, its
// nonblocking one never makes chunks shorter than the shortest block.
// Cost: (p - 1)(a + chunk b) + n b (p - 1) / p.
#include <algorithm>
#include <deque>

#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/common_elements.h"

namespace smpi::coll {
namespace {

// All blocks in elements that ranks have in common: where blocks are cut, types of different length
// must be cut at the same places.
class CommonBlocks {
 public:
  explicit CommonBlocks(const AllgatherArgs& args) : args_(args) {
    if (is_common_element(*args.all.type())) return;
    for (int i = 0; i < args.size(); i++) {
      const bool is_own = i == args.rank();
      copies_.emplace_back(args, args.all[i],
                           is_own ? PackedData::Content::given : PackedData::Content::to_come);
    }
  }
  int size() const { return args_.size(); }
  Block operator[](int rank) const {
    return copies_.empty() ? args_.all[rank] : copies_[static_cast<std::size_t>(rank)].block();
  }
  void unpack() const {
    for (int i = 0; i < static_cast<int>(copies_.size()); i++) {
      if (i != args_.rank()) copies_[static_cast<std::size_t>(i)].unpack();
    }
  }

 private:
  const AllgatherArgs& args_;
  std::deque<CommonElements> copies_;  // these stay where they are made; empty: none is needed
};

// Walks over the blocks from `block` backwards, `left` elements in all.
class Walk {
 public:
  Walk(const CommonBlocks& blocks, int block, MPI_Count left)
      : blocks_(blocks), block_(block), left_(left) {}

  bool is_done() const { return left_ == 0; }
  // The next elements of one block, at most `chunk`; none of an empty block.
  Block take(MPI_Count chunk) {
    const Block block = blocks_[block_];
    const MPI_Count length = std::min({chunk, block.count - offset_, left_});
    const Block taken = block.part(offset_, length);
    offset_ += length;
    left_ -= length;
    if (offset_ == block.count) {
      offset_ = 0;
      block_ = (block_ - 1 + blocks_.size()) % blocks_.size();
    }
    return taken;
  }

 private:
  const CommonBlocks& blocks_;
  int block_;
  MPI_Count offset_ = 0;
  MPI_Count left_;
};

}  // namespace

void allgather_ring_in_chunks(const AllgatherArgs& args, MPI_Count chunk_bytes, ChunkBound bound) {
  const int size = args.size();
  copy(args.mine, args.all[args.rank()]);
  const CommonBlocks blocks(args);
  MPI_Count total = 0;
  MPI_Count longest = 0;
  MPI_Count shortest = blocks[0].count;
  for (int i = 0; i < size; i++) {
    const MPI_Count count = blocks[i].count;
    total += count;
    longest = std::max(longest, count);
    shortest = std::min(shortest, count);
  }
  const MPI_Count extent_bytes = std::max<MPI_Count>(blocks[0].type->extent(), 1);
  const MPI_Count short_chunk = std::max<MPI_Count>(chunk_bytes / extent_bytes, 1);
  const MPI_Count chunk = bound == ChunkBound::longest_block ? std::min(longest, short_chunk)
                                                             : std::max(shortest, short_chunk);
  const int right = (args.rank() + 1) % size;
  const int left = (args.rank() - 1 + size) % size;
  Walk out(blocks, args.rank(), total - blocks[right].count);
  Walk in(blocks, left, total - blocks[args.rank()].count);
  while (!out.is_done() || !in.is_done()) {
    args.exchange_data(out.take(chunk), right, in.take(chunk), left);
  }
  blocks.unpack();
}

}  // namespace smpi::coll
