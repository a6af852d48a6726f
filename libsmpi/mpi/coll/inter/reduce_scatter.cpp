// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter across groups: rank 0 of each group gets the combined vector of the other one and
// scatters it in its own. Either every rank sends its vector there, or a group combines first.
// Cost: p (a + n b + n g) + scatterv; reduce + a + n b + scatterv.
#include <optional>
#include <vector>

#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

void scatter_in_group(const ReduceScatterArgs& args, void* vector) {
  std::vector<MPI_Count> counts(static_cast<std::size_t>(args.size()));
  std::vector<MPI_Count> starts(counts.size());
  MPI_Count total = 0;
  for (int i = 0; i < args.size(); i++) {
    counts[static_cast<std::size_t>(i)] = args.count_of(i);
    starts[static_cast<std::size_t>(i)] = total;
    total += args.count_of(i);
  }
  ScatterArgs inside{own_group(args),
                     Blocks::uneven(vector, counts.data(), starts.data(), args.type),
                     {args.out, args.count_of(args.rank()), args.type},
                     0};
  run_part(Collective::scatterv, inside);
}

// Receives the vectors of the other group and combines them in order; returns the place of the
// result.
void* combine_remote(const ReduceScatterArgs& args, MPI_Count total, const Scratch& first,
                     const Scratch& second) {
  void* sum = first.address();
  void* next = second.address();
  args.receive({sum, total, args.type}, 0);
  for (int from = 1; from < args.communicator().remote_size(); from++) {
    args.receive({next, total, args.type}, from);
    combine(*args.op, sum, next, total, args.type);
    std::swap(sum, next);
  }
  return sum;
}

}  // namespace

void inter_reduce_scatter_direct(const ReduceScatterArgs& args) {
  const MPI_Count total = args.total_count();
  Request* sent = args.start_send({args.in, total, args.type}, 0);
  if (args.rank() == 0) {
    const Scratch first(args, total, args.type);
    const Scratch second(args, total, args.type);
    void* const sum = combine_remote(args, total, first, second);
    args.wait(sent);
    scatter_in_group(args, sum);
  } else {
    args.wait(sent);
    scatter_in_group(args, nullptr);
  }
}

void inter_reduce_scatter_local_first(const ReduceScatterArgs& args) {
  const MPI_Count total = args.total_count();
  std::optional<Scratch> own;
  std::optional<Scratch> theirs;
  if (args.rank() == 0) {
    own.emplace(args, total, args.type);
    theirs.emplace(args, total, args.type);
  }
  ReduceArgs inside{own_group(args), args.in, own ? own->address() : nullptr, total, args.type,
                    args.op,         0};
  run_part(Collective::reduce, inside);
  if (args.rank() == 0) {
    args.exchange(own->block(total, args.type), 0, theirs->block(total, args.type), 0);
  }
  scatter_in_group(args, theirs ? theirs->address() : nullptr);
}

}  // namespace smpi::coll
