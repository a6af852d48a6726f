// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction as a reduce-scatter by recursive halving and a binomial gather: for long vectors.
// Cost: 2 log2(p) a + 2 n b (p - 1) / p + n g (p - 1) / p for a power of two. Of other numbers,
// extra ranks hand their operands over whole or in halves; see coll/patterns/halving.h.
#include <optional>

#include "libsmpi/mpi/coll/patterns/halving.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"

namespace smpi::coll {
namespace {

// This rank's operand in memory that may be overwritten: at the root, where the result goes.
class OwnVector {
 public:
  explicit OwnVector(const ReduceArgs& args) {
    if (!args.is_root()) room_.emplace(args, args.count, args.type);
    block_ = {room_ ? room_->address() : args.out, args.count, args.type};
    copy(args.input(), block_);
  }
  const Block& block() const { return block_; }

 private:
  std::optional<Scratch> room_;
  Block block_;
};

}  // namespace

void reduce_rabenseifner(const ReduceArgs& args, Chunks::Cut cut) {
  const Folding folding(args.size(), args.rank(), Folding::TakesPart::even);
  if (folding.is_idle()) args.send(args.input(), folding.partner());
  if (folding.is_idle() && !args.is_root()) return;
  const OwnVector vector(args);
  HalvedVector halved(args, folding, vector.block(), *args.op,
                      Chunks(cut, args.count, folding.power()));
  if (!folding.is_idle()) {
    halved.fold_whole();
    halved.reduce_scatter(HalvedVector::First::nearest);
  }
  halved.gather(args.root);
}

void reduce_rabenseifner_halves(const ReduceArgs& args) {
  const Folding folding(args.size(), args.rank(), Folding::TakesPart::even);
  const OwnVector vector(args);
  HalvedVector halved(args, folding, vector.block(), *args.op,
                      Chunks(Chunks::Cut::in_halves, args.count, folding.power()));
  halved.fold_halves();
  if (!folding.is_idle()) halved.reduce_scatter(HalvedVector::First::nearest);
  if (!folding.is_idle() || args.is_root()) halved.gather(args.root);
}

}  // namespace smpi::coll
