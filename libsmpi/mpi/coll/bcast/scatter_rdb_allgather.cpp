// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast as a binomial scatter and an allgather by recursive doubling
// (coll/patterns/doubling.h): for messages of middle length. Cost: 2 ceil(log2 p) a + 2 n b (p - 1)
// / p. Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/mpi/coll/bcast/bcast.h"
#include "libsmpi/mpi/coll/patterns/doubling.h"

namespace smpi::coll {

void bcast_scatter_rdb_allgather(const BcastArgs& args, ScatteredBytes::Reach reach,
                                 ScatteredBytes::Unit unit) {
  const int size = args.size();
  if (size == 1) return;
  const ScatteredBytes bytes(args, reach, unit);
  for (int distance = 1; distance < size; distance *= 2) {
    const DoublingRound round(bytes.from_root(), size, distance);
    if (!round.has_other_group()) continue;
    const Block own = bytes.chunks(round.group(), distance);
    const Block other = bytes.chunks(round.other_group(), distance);
    if (round.has_partner()) {
      const int partner = bytes.rank_of(round.partner());
      args.exchange(own, partner, other, partner);
    }
    round.hand_on([&](int to) { args.send(other, bytes.rank_of(to)); },
                  [&](int from) { args.receive(other, bytes.rank_of(from)); });
  }
  bytes.unpack();
}

}  // namespace smpi::coll
