// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather by recursive doubling (coll/patterns/doubling.h): partners at distance 1, 2, 4, ...
// exchange all blocks that their groups have. Cost: log2(p) a + n b (p - 1) / p for a power of two,
// up to twice as many rounds for other numbers. Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/block_runs.h"
#include "libsmpi/mpi/coll/patterns/doubling.h"

namespace smpi::coll {

void allgather_recursive_doubling(const AllgatherArgs& args) {
  const int size = args.size();
  copy(args.mine, args.all[args.rank()]);
  for (int distance = 1; distance < size; distance *= 2) {
    const DoublingRound round(args.rank(), size, distance);
    if (!round.has_other_group()) continue;
    const BlockRun own{args.all, round.group(), round.group_length(), size};
    const BlockRun other{args.all, round.other_group(), round.other_length(), size};
    if (round.has_partner()) exchange_runs(args, own, round.partner(), other, round.partner());
    round.hand_on([&](int to) { send_run(args, other, to); },
                  [&](int from) { receive_run(args, other, from); });
  }
}

}  // namespace smpi::coll
