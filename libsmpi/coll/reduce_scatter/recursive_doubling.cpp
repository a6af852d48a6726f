// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter by recursive doubling: partners exchange their partial sums of all blocks but
// those of this rank's group, which only this rank's group needs. More data than halving, but any
// operation and blocks. Cost: ceil(log2 p) a + n (b + g)(ceil(log2 p) - (p - 1) / p). Thakur,
// Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/coll/folding.h"
#include "libsmpi/coll/reduce_scatter/vector_blocks.h"

namespace smpi::coll {
namespace {

// The parts of the vector before and after the blocks of a group, as one message.
struct Around {
  Around(const VectorBlocks& blocks, const Folding& folding, int size, void* vector, int group,
         int distance)
      : before(blocks.of(vector, 0, folding.first_rank_of(group))),
        after(blocks.of(vector, folding.first_rank_of(group + distance), size)) {}
  MPI_Count count() const { return before.count + after.count; }

  Block before;
  Block after;
};

void copy_both(const Around& parts, const Block& together) {
  copy(parts.before, together.part(0, parts.before.count));
  copy(parts.after, together.part(parts.before.count, parts.after.count));
}

// part = part op received or received op part.
void add(const ReduceScatterArgs& args, const Block& part, const Block& received, bool from_lower) {
  if (from_lower) {
    combine(*args.op, received.address, part.address, part.count, args.type);
  } else {
    combine(*args.op, part.address, received.address, part.count, args.type);
    copy(received, part);
  }
}

}  // namespace

void reduce_scatter_recursive_doubling(const ReduceScatterArgs& args) {
  const VectorBlocks blocks(args);
  const Folding folding(args.size(), args.rank());
  if (folding.is_idle()) {
    args.send(blocks.whole_input(), folding.partner());
    args.receive(blocks.output(), folding.partner());
    return;
  }
  const Scratch sum_room(args, blocks.total(), args.type);
  const Scratch out_room(args, blocks.total(), args.type);
  const Scratch in_room(args, blocks.total(), args.type);
  const Block sum = sum_room.block(blocks.total(), args.type);
  copy(blocks.whole_input(), sum);
  if (folding.is_in_pair()) {
    const Block received = in_room.block(blocks.total(), args.type);
    args.receive(received, folding.partner());
    combine(*args.op, received.address, sum.address, sum.count, args.type);
  }
  for (int distance = 1; distance < folding.power(); distance *= 2) {
    const int group = folding.number() & ~(distance - 1);
    const int partner = folding.rank_of(folding.number() ^ distance);
    const Around sent(blocks, folding, args.size(), sum.address, group, distance);
    const Around kept(blocks, folding, args.size(), sum.address, group ^ distance, distance);
    const Block out = out_room.block(sent.count(), args.type);
    const Block in = in_room.block(kept.count(), args.type);
    copy_both(sent, out);
    args.exchange(out, partner, in, partner);
    const bool from_lower = partner < args.rank();
    add(args, kept.before, in.part(0, kept.before.count), from_lower);
    add(args, kept.after, in.part(kept.before.count, kept.after.count), from_lower);
  }
  if (folding.is_in_pair()) {
    args.send(blocks.of(sum.address, folding.partner()), folding.partner());
  }
  copy(blocks.of(sum.address, args.rank()), blocks.output());
}

}  // namespace smpi::coll
