// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce round a ring: partial blocks travel once around while every rank adds its part, then
// the finished blocks travel around again. With segments the first way round is done in phases, one
// segment of each block after the other, so that memory for what arrives stays small; finished
// blocks travel whole, as in Open MPI. Cost: (p - 1)(S + 1) a + 2 n b (p - 1) / p + n g (p - 1) / p
// with S segments in a block. Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms", JPDC
// 69(2), 2009.
#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/patterns/tree.h"

namespace smpi::coll {
namespace {

// One of `parts` parts of a vector; the first ones have one element more where it does not divide.
Block part_of(const Block& whole, MPI_Count parts, MPI_Count number) {
  const MPI_Count shorter = whole.count / parts;
  const MPI_Count longer = whole.count % parts;
  return whole.part(number * shorter + std::min(number, longer),
                    shorter + (number < longer ? 1 : 0));
}

// Segments in a block. What is left of whole rounds of segments makes one more if it is more than
// half a round.
MPI_Count segments_in_block(const ReduceArgs& args, MPI_Count segment_bytes) {
  if (segment_bytes == 0) return 1;
  const MPI_Count round = segment_elements(args.count, *args.type, segment_bytes) * args.size();
  const MPI_Count rest = args.count % round;
  const bool is_long = rest >= args.size() && rest > round / 2;
  return std::max<MPI_Count>(args.count / round + (args.count >= round && is_long ? 1 : 0), 1);
}

}  // namespace

void allreduce_ring(const ReduceArgs& args, MPI_Count segment_bytes) {
  copy(args.input(), args.output());
  if (args.size() == 1 || args.count == 0) return;
  const int size = args.size();
  const int rank = args.rank();
  const int right = (rank + 1) % size;
  const int left = (rank - 1 + size) % size;
  const auto block = [&](int owner) {
    return part_of(args.output(), size, (owner % size + size) % size);
  };
  const MPI_Count segments = segments_in_block(args, segment_bytes);
  const Scratch incoming(args, part_of(block(0), segments, 0).count, args.type);
  for (MPI_Count segment = 0; segment < segments; segment++) {
    for (int step = 0; step < size - 1; step++) {
      const Block own = part_of(block(rank - step - 1), segments, segment);
      const Block received = incoming.block(own.count, args.type);
      args.exchange(part_of(block(rank - step), segments, segment), right, received, left);
      combine(*args.op, received.address, own.address, own.count, args.type);
    }
  }
  for (int step = 0; step < size - 1; step++) {
    args.exchange(block(rank + 1 - step), right, block(rank - step), left);
  }
}

}  // namespace smpi::coll
