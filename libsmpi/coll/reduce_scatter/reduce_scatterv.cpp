// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter as a reduction to rank 0 and a scatter of the result.
// Cost: reduce(n) + scatterv(n).
#include <optional>

#include "libsmpi/coll/reduce/reduce.h"
#include "libsmpi/coll/reduce_scatter/reduce_scatter.h"
#include "libsmpi/coll/run.h"

namespace smpi::coll {

void reduce_scatter_reduce_scatterv(const ReduceScatterArgs& args) {
  const MPI_Count total = args.total_count();
  std::optional<Scratch> result;
  if (args.rank() == 0) result.emplace(args, total, args.type);
  void* const vector = result ? result->address() : nullptr;
  ReduceArgs reduction{args, args.in, vector, total, args.type, args.op, 0};
  run_part(Collective::reduce, reduction);

  MemberArray<MPI_Count> counts(args.size());
  MemberArray<MPI_Count> displacements(args.size());
  MPI_Count before = 0;
  for (int i = 0; i < args.size(); i++) {
    counts[i] = args.count_of(i);
    displacements[i] = before;
    before += counts[i];
  }
  ScatterArgs scattering{args,
                         Blocks::uneven(vector, counts.data(), displacements.data(), args.type),
                         Block{args.out, args.count_of(args.rank()), args.type}, 0};
  run_part(Collective::scatterv, scattering);
}

}  // namespace smpi::coll
