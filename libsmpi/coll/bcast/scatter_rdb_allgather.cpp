// SPDX-License-Identifier: BSD-3-Clause
//
// Broadcast as a binomial scatter and an allgather by recursive doubling: for messages of middle
// length. Cost: 2 ceil(log2 p) a + 2 n b (p - 1) / p.
// When p is not a power of two the last group of a round is cut short: its missing partners'
// counterparts get that group's chunks from a neighbour in their own group, down a binomial tree.
// Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#include "libsmpi/coll/bcast/scattered_bytes.h"

namespace smpi::coll {
namespace {

// The first `served` ranks of this rank's group have `received`; they pass it on to the others.
// Before the round at distance `step` those have it whose place modulo 2 step is below `served`.
void serve_group(const BcastArgs& args, const ScatteredBytes& bytes, int group, int distance,
                 int served, const Block& received) {
  const int place = bytes.from_root() - group;
  for (int step = distance / 2; step > 0; step /= 2) {
    const int low = place & (step - 1);
    if (low >= served || low + step < served) continue;
    if ((place & step) == 0) {
      args.send(received, bytes.rank_of(bytes.from_root() + step));
    } else {
      args.receive(received, bytes.rank_of(bytes.from_root() - step));
    }
  }
}

}  // namespace

void bcast_scatter_rdb_allgather(const BcastArgs& args) {
  const int size = args.size();
  if (size == 1) return;
  const ScatteredBytes bytes(args);
  for (int distance = 1; distance < size; distance *= 2) {
    const int group = bytes.from_root() & ~(distance - 1);
    const int partner_group = group ^ distance;
    const int partner = bytes.from_root() ^ distance;
    if (partner_group >= size) continue;
    const Block own = bytes.chunks(group, distance);
    const Block other = bytes.chunks(partner_group, distance);
    if (partner < size) {
      args.exchange(own, bytes.rank_of(partner), other, bytes.rank_of(partner));
    }
    const int partners = std::min(distance, size - partner_group);
    if (partners < distance) serve_group(args, bytes, group, distance, partners, other);
  }
  bytes.unpack();
}

}  // namespace smpi::coll
