// SPDX-License-Identifier: BSD-3-Clause
//
// Allgather by recursive vector halving: as recursive doubling, but the largest messages travel the
// shortest distances. Blocks first go to the rank with the reversed bits, so that what a rank has
// is one run of blocks in every round. For a power of two. Cost: (log2(p) + 1) a + n b.
#include <bit>

#include "libsmpi/mpi/coll/allgather/allgather.h"
#include "libsmpi/mpi/coll/data/block_runs.h"

namespace smpi::coll {
namespace {

int reversed_bits(int value, int size) {
  int reversed = 0;
  for (int bit = 1; bit < size; bit *= 2) {
    reversed = reversed * 2 + ((value & bit) != 0 ? 1 : 0);
  }
  return reversed;
}

}  // namespace

void allgather_halving(const AllgatherArgs& args) {
  const int size = args.size();
  if (!std::has_single_bit(static_cast<unsigned>(size))) return allgather_bruck(args);
  const int rank = args.rank();
  copy(args.mine, args.all[rank]);
  const int mirror = reversed_bits(rank, size);
  if (mirror != rank) args.exchange(args.all[rank], mirror, args.all[mirror], mirror);
  int first = mirror;  // of the run of blocks this rank has
  int length = 1;
  for (int distance = size / 2; distance > 0; distance /= 2) {
    const int partner = rank ^ distance;
    const int partner_first = first ^ length;
    exchange_runs(args, {args.all, first, length, size}, partner,
                  {args.all, partner_first, length, size}, partner);
    first = std::min(first, partner_first);
    length *= 2;
  }
}

}  // namespace smpi::coll
