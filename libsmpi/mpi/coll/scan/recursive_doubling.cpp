// SPDX-License-Identifier: BSD-3-Clause
//
// Scans by recursive doubling: partners at distance 1, 2, 4, ... exchange the sums of their groups;
// a rank adds those of lower partners to its own result. Cost: ceil(log2 p)(a + n b + 2 n g).
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/data/accumulator.h"
#include "libsmpi/mpi/coll/scan/scan.h"

namespace smpi::coll {
namespace {

// Calls add_lower(sum of a lower group) for each lower partner, nearest first.
template <class AddLower>
void double_up(const ReduceArgs& args, const AddLower& add_lower) {
  Accumulator group_sum(args, operands_of(args, nullptr));
  for (int distance = 1; distance < args.size(); distance *= 2) {
    const int partner = args.rank() ^ distance;
    if (partner >= args.size()) continue;
    args.exchange(group_sum.partial(), partner, group_sum.incoming(), partner);
    if (partner < args.rank()) {
      add_lower(group_sum.incoming().address);
      group_sum.add_lower();
    } else {
      group_sum.add_higher();
    }
  }
}

}  // namespace

void scan_recursive_doubling(const ReduceArgs& args) {
  const Scratch own(args, args.count, args.type);  // `in` must survive while `out` grows
  ReduceArgs copied = args;
  copied.in = own.address();
  copy(args.input(), copied.input());
  copy(copied.input(), args.output());
  double_up(copied,
            [&](const void* lower) { combine(*args.op, lower, args.out, args.count, args.type); });
}

void exscan_recursive_doubling(const ReduceArgs& args) {
  const Scratch own(args, args.count, args.type);
  ReduceArgs copied = args;
  copied.in = own.address();
  copy(args.input(), copied.input());
  bool is_first = true;
  double_up(copied, [&](void* lower) {
    if (is_first) {
      copy({lower, args.count, args.type}, args.output());
    } else {
      combine(*args.op, lower, args.out, args.count, args.type);
    }
    is_first = false;
  });
}

}  // namespace smpi::coll
