// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter by recursive doubling (coll/patterns/doubling.h): partners exchange their partial
// sums of all blocks but those of their own group, which the other group does not need. More data
// than halving, but any operation and blocks. Cost: L a + n (b + g)(L - (p - 1) / p) with L =
// log2(p) for a power of two; up to twice as many rounds for other numbers. Thakur, Rabenseifner,
// Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/patterns/doubling.h"
#include "libsmpi/mpi/coll/reduce_scatter/vector_blocks.h"

namespace smpi::coll {
namespace {

// The parts of the vector before and after the blocks of a group, as one message.
struct Around {
  Around(const VectorBlocks& blocks, int size, void* vector, int group, int length)
      : before(blocks.of(vector, 0, group)), after(blocks.of(vector, group + length, size)) {}
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
  const int size = args.size();
  const Scratch sum_room(args, blocks.total(), args.type);
  const Scratch out_room(args, blocks.total(), args.type);
  const Scratch in_room(args, blocks.total(), args.type);
  const Block sum = sum_room.block(blocks.total(), args.type);
  copy(blocks.whole_input(), sum);
  for (int distance = 1; distance < size; distance *= 2) {
    const DoublingRound round(args.rank(), size, distance);
    if (!round.has_other_group()) continue;
    const Around sent(blocks, size, sum.address, round.group(), round.group_length());
    const Around kept(blocks, size, sum.address, round.other_group(), round.other_length());
    const Block in = in_room.block(kept.count(), args.type);
    if (round.has_partner()) {
      const Block out = out_room.block(sent.count(), args.type);
      copy_both(sent, out);
      args.exchange(out, round.partner(), in, round.partner());
    }
    round.hand_on([&](int to) { args.send(in, to); }, [&](int from) { args.receive(in, from); });
    const bool from_lower = round.other_group() < round.group();
    add(args, kept.before, in.part(0, kept.before.count), from_lower);
    add(args, kept.after, in.part(kept.before.count, kept.after.count), from_lower);
  }
  copy(blocks.of(sum.address, args.rank()), blocks.output());
}

}  // namespace smpi::coll
