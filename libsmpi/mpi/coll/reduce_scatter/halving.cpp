// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatters by recursive halving (coll/patterns/halving.h).
//   recursive halving: farthest partners first, so every rank ends with its own block; for
//             commutative operations, and without messages for empty blocks
//   butterfly: nearest partners first, which keeps the order of ranks; then each block goes to its
//             owner, whose number has its bits reversed
//   mirrored: as the butterfly, on a vector whose blocks are put in bit-reversed order beforehand,
//             so that every rank ends with its own block; for 2^k ranks and equal blocks
// Cost: ceil(log2 p) a + n (b + g)(p - 1) / p, and a + n (b + g) more when p is not a power of two;
// the butterfly sends one block more. Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; Traff, "An
// improved algorithm for (non-commutative) reduce-scatter", EuroPVM/MPI 2005.
#include <bit>

#include "libsmpi/mpi/coll/patterns/halving.h"
#include "libsmpi/mpi/coll/reduce_scatter/vector_blocks.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

int reversed_bits(int value, int power) {
  int reversed = 0;
  for (int bit = 1; bit < power; bit *= 2) {
    reversed = reversed * 2 + ((value & bit) != 0 ? 1 : 0);
  }
  return reversed;
}

// The blocks of a vector as chunks of the participants.
class ChunkStarts {
 public:
  ChunkStarts(const VectorBlocks& blocks, const Folding& folding) : starts_(folding.power() + 1) {
    for (int i = 0; i <= folding.power(); i++) starts_[i] = blocks.start(folding.first_rank_of(i));
  }
  const MPI_Count* data() { return starts_.data(); }

 private:
  MemberArray<MPI_Count, 64> starts_;
};

}  // namespace

void reduce_scatter_recursive_halving(const ReduceScatterArgs& args) {
  const VectorBlocks blocks(args);
  const Folding folding(args.size(), args.rank());
  if (folding.is_idle()) {
    args.send(blocks.whole_input(), folding.partner());
    if (blocks.output().count > 0) args.receive(blocks.output(), folding.partner());
    return;
  }
  const Scratch room(args, blocks.total(), args.type);
  const Block vector = room.block(blocks.total(), args.type);
  copy(blocks.whole_input(), vector);
  ChunkStarts starts(blocks, folding);
  HalvedVector halved(args, folding, vector, *args.op, Chunks(starts.data(), Empty::skipped));
  halved.fold_whole();
  halved.reduce_scatter(HalvedVector::First::farthest);
  if (folding.is_in_pair() && args.count_of(folding.partner()) > 0) {
    args.send(blocks.of(vector.address, folding.partner()), folding.partner());
  }
  copy(blocks.of(vector.address, args.rank()), blocks.output());
}

void reduce_scatter_butterfly(const ReduceScatterArgs& args) {
  const VectorBlocks blocks(args);
  const Folding folding(args.size(), args.rank());
  const auto holder_of = [&](int rank) {
    return folding.rank_of(reversed_bits(folding.number_of(rank), folding.power()));
  };
  if (folding.is_idle()) {
    args.send(blocks.whole_input(), folding.partner());
    args.receive(blocks.output(), holder_of(args.rank()));
    return;
  }
  const Scratch room(args, blocks.total(), args.type);
  const Block vector = room.block(blocks.total(), args.type);
  copy(blocks.whole_input(), vector);
  ChunkStarts starts(blocks, folding);
  HalvedVector halved(args, folding, vector, *args.op, Chunks(starts.data(), Empty::sent));
  halved.fold_whole();
  halved.reduce_scatter(HalvedVector::First::nearest);

  const int held = reversed_bits(folding.number(), folding.power());
  Request* incoming = nullptr;
  if (holder_of(args.rank()) != args.rank()) {
    incoming = args.start_receive(blocks.output(), holder_of(args.rank()));
  }
  for (int owner = folding.first_rank_of(held); owner < folding.first_rank_of(held + 1); owner++) {
    const Block block = blocks.of(vector.address, owner);
    if (owner == args.rank()) {
      copy(block, blocks.output());
    } else {
      args.send(block, owner);
    }
  }
  if (incoming != nullptr) args.wait(incoming);
}

void reduce_scatter_mirrored(const ReduceScatterArgs& args) {
  const int size = args.size();
  if (!std::has_single_bit(static_cast<unsigned>(size))) return reduce_scatter_butterfly(args);
  const VectorBlocks blocks(args);
  const Folding folding(size, args.rank());
  const Scratch room(args, blocks.total(), args.type);
  const Block vector = room.block(blocks.total(), args.type);
  for (int i = 0; i < size; i++) {
    copy(blocks.input(i), blocks.of(vector.address, reversed_bits(i, size)));
  }
  HalvedVector halved(args, folding, vector, *args.op,
                      Chunks(Chunks::Cut::rest_last, vector.count, size));
  halved.reduce_scatter(HalvedVector::First::nearest);
  copy(halved.own_chunk(), blocks.output());
}

}  // namespace smpi::coll
