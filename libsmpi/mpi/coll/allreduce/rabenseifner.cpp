// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce as a reduce-scatter by recursive halving and an allgather by recursive doubling: for
// long vectors. Cost: 2 log2(p) a + 2 n b (p - 1) / p + n g (p - 1) / p for a power of two. Of
// other numbers, extra ranks hand their operands over whole or in halves; see
// coll/patterns/halving.h. Or with the farthest partners first, and the allgather that would be
// chosen.
#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/patterns/halving.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {

void allreduce_rabenseifner(const ReduceArgs& args, Chunks::Cut cut) {
  const Folding folding(args.size(), args.rank());
  if (folding.is_idle()) {
    args.send(args.input(), folding.partner());
    args.receive(args.output(), folding.partner());
    return;
  }
  copy(args.input(), args.output());
  HalvedVector halved(args, folding, args.output(), *args.op,
                      Chunks(cut, args.count, folding.power()));
  halved.fold_whole();
  halved.reduce_scatter(HalvedVector::First::nearest);
  halved.allgather();
  if (folding.is_in_pair()) args.send(args.output(), folding.partner());
}

void allreduce_rabenseifner_halves(const ReduceArgs& args) {
  const Folding folding(args.size(), args.rank(), Folding::TakesPart::even);
  copy(args.input(), args.output());
  HalvedVector halved(args, folding, args.output(), *args.op,
                      Chunks(Chunks::Cut::in_halves, args.count, folding.power()));
  halved.fold_halves();
  if (folding.is_idle()) {
    args.receive(args.output(), folding.partner());
    return;
  }
  halved.reduce_scatter(HalvedVector::First::nearest);
  halved.allgather();
  if (folding.is_in_pair()) args.send(args.output(), folding.partner());
}

void allreduce_halving_allgather(const ReduceArgs& args) {
  const int size = args.size();
  // Equal chunks; what is added to make them equal does not count.
  const MPI_Count chunk = (args.count + size - 1) / size;
  const Scratch room(args, chunk * size, args.type);
  copy(args.input(), room.block(args.count, args.type));
  const Folding folding(size, args.rank());
  HalvedVector halved(args, folding, room.block(chunk * size, args.type), *args.op,
                      Chunks(Chunks::Cut::rest_last, chunk * size, size));
  halved.reduce_scatter(HalvedVector::First::farthest);
  AllgatherArgs collect{args, halved.own_chunk(),
                        Blocks::regular(room.address(), chunk, args.type)};
  run_part(Collective::allgather, collect);
  copy(room.block(args.count, args.type), args.output());
}

}  // namespace smpi::coll
