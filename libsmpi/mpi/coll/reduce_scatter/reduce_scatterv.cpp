// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter as a reduction to rank 0 and a scatter of the result: each with the algorithm that
// would be chosen for it alone (equal blocks may be scattered as such), or as libnbc does it, up a
// binomial tree and straight from rank 0, empty blocks too. Cost: reduce(n) + scatterv(n); of the
// last ceil(log2 p)(a + n b + n g) + a + n b (p - 1) / p.
#include <optional>

#include "libsmpi/mpi/coll/reduce/reduce.h"
#include "libsmpi/mpi/coll/reduce_scatter/reduce_scatter.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/coll/scatter/scatter.h"

namespace smpi::coll {
namespace {

// The sum of all operands, on rank 0.
class SumOnRank0 {
 public:
  explicit SumOnRank0(const ReduceScatterArgs& args) : args_(args), count_(args.total_count()) {
    if (args.rank() == 0) room_.emplace(args, count_, args.type);
  }
  void* address() const { return room_ ? room_->address() : nullptr; }
  ReduceArgs reduction() const {
    return {args_, args_.in, address(), count_, args_.type, args_.op, 0};
  }

 private:
  const ReduceScatterArgs& args_;
  MPI_Count count_;
  std::optional<Scratch> room_;
};

// What remains: to hand out the blocks of the sum.
template <class Scatter>
void scatter_blocks(const ReduceScatterArgs& args, const SumOnRank0& sum, const Scatter& scatter) {
  MemberArray<MPI_Count> counts(args.size());
  MemberArray<MPI_Count> displacements(args.size());
  MPI_Count before = 0;
  for (int i = 0; i < args.size(); i++) {
    counts[i] = args.count_of(i);
    displacements[i] = before;
    before += counts[i];
  }
  ScatterArgs scattering{
      args, Blocks::uneven(sum.address(), counts.data(), displacements.data(), args.type),
      Block{args.out, args.count_of(args.rank()), args.type}, 0};
  scatter(scattering);
}

}  // namespace

void reduce_scatter_reduce_scatterv(const ReduceScatterArgs& args) {
  const SumOnRank0 sum(args);
  ReduceArgs reduction = sum.reduction();
  run_part(Collective::reduce, reduction);
  scatter_blocks(args, sum, [](ScatterArgs& part) { run_part(Collective::scatterv, part); });
}

void reduce_scatter_reduce_scatter(const ReduceScatterArgs& args) {
  const SumOnRank0 sum(args);
  ReduceArgs reduction = sum.reduction();
  run_part(Collective::reduce, reduction);
  ScatterArgs scattering{args, Blocks::regular(sum.address(), args.count, args.type),
                         Block{args.out, args.count, args.type}, 0};
  run_part(Collective::scatter, scattering);
}

void reduce_scatter_binomial_linear(const ReduceScatterArgs& args) {
  const SumOnRank0 sum(args);
  reduce_binomial(sum.reduction());
  scatter_blocks(args, sum, [](ScatterArgs& part) { scatter_at_once(part, Empty::sent); });
}

}  // namespace smpi::coll
