// SPDX-License-Identifier: BSD-3-Clause
//
// Allreduce as a reduction to rank 0 and a broadcast of the result: each with the algorithm that
// would be chosen for it alone, both flat, or both binomial: on one tree, or as libnbc does on two,
// where a rank receives the sum from another one than it gave its operand to.
// Cost: reduce + bcast; flat: (p - 1)(2 a + 2 n b + n g); binomial: ceil(log2 p)(2 a + 2 n b + n
// g).
#include "libsmpi/mpi/coll/allreduce/allreduce.h"
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {
namespace {

ReduceArgs to_rank_0(const ReduceArgs& args) {
  ReduceArgs reduction = args;
  reduction.root = 0;
  return reduction;
}

BcastArgs from_rank_0(const ReduceArgs& args) {
  return {args, args.output(), 0};
}

}  // namespace

void allreduce_reduce_bcast(const ReduceArgs& args) {
  ReduceArgs reduction = to_rank_0(args);
  run_part(Collective::reduce, reduction);
  BcastArgs broadcast = from_rank_0(args);
  run_part(Collective::bcast, broadcast);
}

void allreduce_flat(const ReduceArgs& args) {
  reduce_flat(to_rank_0(args));
  bcast_flat_at_once(from_rank_0(args));
}

void allreduce_binomial(const ReduceArgs& args) {
  reduce_binomial(to_rank_0(args));
  bcast_binomial(from_rank_0(args));
}

void allreduce_two_binomial_trees(const ReduceArgs& args) {
  reduce_binomial(to_rank_0(args));
  bcast_binomial_tree(from_rank_0(args), 0);
}

}  // namespace smpi::coll
