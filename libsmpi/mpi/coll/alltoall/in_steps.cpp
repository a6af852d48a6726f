// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all in p - 1 steps of one exchange each: round a ring, or between pairs (rank XOR step).
// The steps drift apart on a real network; a barrier before each of them, or a one-byte token to
// the rank that comes next, keep them together. Cost: (p - 1)(a + n b / p), and the barriers.
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; Faraj, Yuan, "Automatic generation and tuning of
// MPI collective communication routines", ICS 2005.
#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {
namespace {

struct Partners {
  int to;
  int from;
};

void barrier(const AlltoallArgs& args) {
  BarrierArgs all{args};
  run_part(Collective::barrier, all);
}

// Tells the rank that will send in the next step that this one is ready.
void exchange_tokens(const AlltoallArgs& args, const Partners& next) {
  std::byte out{};
  std::byte in{};
  Datatype* byte = &predefined_type(MPI_BYTE);
  args.exchange({&out, 1, byte}, next.from, {&in, 1, byte}, next.to);
}

template <class PartnersOf>
void run_steps(const AlltoallArgs& args, Separation separation, const PartnersOf& partners_of) {
  // The exchange of a rank with itself is step 0.
  if (separation == Separation::one_barrier || separation == Separation::barriers) barrier(args);
  copy(args.out[args.rank()], args.in[args.rank()]);
  for (int step = 1; step < args.size(); step++) {
    const Partners now = partners_of(step);
    if (separation == Separation::barriers) barrier(args);
    args.exchange(args.out[now.to], now.to, args.in[now.from], now.from);
    const bool is_last = step + 1 == args.size();
    if (separation == Separation::tokens && !is_last) exchange_tokens(args, partners_of(step + 1));
  }
}

}  // namespace

void alltoall_ring(const AlltoallArgs& args, Separation separation) {
  const int size = args.size();
  run_steps(args, separation, [&](int step) {
    return Partners{(args.rank() + step) % size, (args.rank() - step + size) % size};
  });
}

void alltoall_pairwise(const AlltoallArgs& args, Separation separation) {
  run_steps(args, separation, [&](int step) {
    return Partners{args.rank() ^ step, args.rank() ^ step};
  });
}

}  // namespace smpi::coll
