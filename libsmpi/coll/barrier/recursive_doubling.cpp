// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier by recursive doubling among the first 2^k ranks; each of the others reports to one of
// them and is released by it. Cost: log2(p) a for a power of two, else (floor(log2 p) + 2) a.
#include <bit>

#include "libsmpi/coll/barrier/barrier.h"

namespace smpi::coll {

void barrier_recursive_doubling(const BarrierArgs& args) {
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(args.size())));
  if (args.rank() >= power) {
    args.exchange_signals(args.rank() - power, args.rank() - power);
    return;
  }
  const bool has_extra = args.rank() + power < args.size();
  if (has_extra) args.receive_signal(args.rank() + power);
  for (int distance = 1; distance < power; distance *= 2) {
    args.exchange_signals(args.rank() ^ distance, args.rank() ^ distance);
  }
  if (has_extra) args.send_signal(args.rank() + power);
}

}  // namespace smpi::coll
