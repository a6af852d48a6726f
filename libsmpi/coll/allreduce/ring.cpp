// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce round a ring: partial blocks travel once around while every rank adds its part, then
// the finished blocks travel around again. With segments the blocks are cut further, and the
// transfer of one segment overlaps the combining of another; each round of the ring then handles p
// segments. Cost: 2 (p - 1) a + 2 n b (p - 1) / p + n g (p - 1) / p for each phase of at most p
// segments. Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms", JPDC 69(2), 2009.
#include "libsmpi/coll/allreduce/allreduce.h"
#include "libsmpi/coll/patterns/tree.h"

namespace smpi::coll {
namespace {

// A part of the vector that goes round the ring, cut into a block for each rank.
class RingBlocks {
 public:
  RingBlocks(const Block& part, int size) : part_(part), size_(size) {}
  // The first `count % size` blocks have one element more.
  Block operator[](int rank) const {
    const int block = (rank % size_ + size_) % size_;
    const MPI_Count shorter = part_.count / size_;
    const MPI_Count longer = part_.count % size_;
    return part_.part(block * shorter + std::min<MPI_Count>(block, longer),
                      shorter + (block < longer ? 1 : 0));
  }

 private:
  Block part_;
  int size_;
};

void go_round(const ReduceArgs& args, const RingBlocks& blocks) {
  const int size = args.size();
  const int rank = args.rank();
  const int right = (rank + 1) % size;
  const int left = (rank - 1 + size) % size;
  const Scratch incoming(args, blocks[0].count, args.type);
  for (int step = 0; step < size - 1; step++) {
    const Block own = blocks[rank - step - 1];
    const Block received = incoming.block(own.count, args.type);
    args.exchange(blocks[rank - step], right, received, left);
    combine(*args.op, received.address, own.address, own.count, args.type);
  }
  for (int step = 0; step < size - 1; step++) {
    args.exchange(blocks[rank + 1 - step], right, blocks[rank - step], left);
  }
}

}  // namespace

void allreduce_ring(const ReduceArgs& args, MPI_Count segment_bytes) {
  copy(args.input(), args.output());
  if (args.size() == 1 || args.count == 0) return;
  const MPI_Count segment = segment_elements(args.count, *args.type, segment_bytes);
  const MPI_Count length = segment_bytes == 0 ? args.count : segment * args.size();
  for (MPI_Count first = 0; first < args.count; first += length) {
    const Block part = args.output().part(first, std::min(length, args.count - first));
    go_round(args, RingBlocks(part, args.size()));
  }
}

}  // namespace smpi::coll
