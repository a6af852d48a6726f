// SPDX-License-Identifier: BSD-3-Clause
//
// Recursive doubling and halving need a power of two of ranks. Of the others, the first
// 2 (size - 2^k) ranks form pairs: the even one hands its part to the odd one, which takes part for
// both and gives the result back. Pairs are neighbours, so the order of operands is kept.
#pragma once

#include <bit>

namespace smpi::coll {

struct Folding {
  Folding(int size, int rank)
      : power(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))),
        pairs(size - power),
        rank_(rank) {}

  int power;  // largest power of two <= size: the number of participants
  int pairs;

  bool is_in_pair() const { return rank_ < 2 * pairs; }
  // Handed its part over.
  bool is_idle() const { return is_in_pair() && rank_ % 2 == 0; }
  int partner() const { return rank_ ^ 1; }
  // The number of a participant among the `power`.
  int number() const { return is_in_pair() ? rank_ / 2 : rank_ - pairs; }
  // The rank of a participant.
  int rank_of(int participant) const {
    return participant < pairs ? 2 * participant + 1 : participant + pairs;
  }

 private:
  int rank_;
};

}  // namespace smpi::coll
