// SPDX-License-Identifier: BSD-3-Clause
//
// Recursive doubling and halving need a power of two of ranks. Of the others, the first
// 2 (size - 2^k) ranks form pairs of neighbours: one hands its part to the other, which takes part
// for both. Neighbours, so the order of operands is kept.
#pragma once

#include <bit>

namespace smpi::coll {

class Folding {
 public:
  // In each pair the odd rank takes part, or `preferred` if it is in the pair.
  Folding(int size, int rank, int preferred = -1)
      : power_(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))),
        pairs_(size - power_),
        rank_(rank),
        preferred_(preferred) {}

  // Ranks that take part: the largest power of two that is not above the size.
  int power() const { return power_; }
  bool is_in_pair() const { return rank_ < 2 * pairs_; }
  // Hands its part over.
  bool is_idle() const { return is_in_pair() && rank_of(rank_ / 2) != rank_; }
  int partner() const { return rank_ ^ 1; }
  // The number of this rank among those that take part.
  int number() const { return number_of(rank_); }
  // The number of the participant that stands for a rank.
  int number_of(int rank) const { return rank < 2 * pairs_ ? rank / 2 : rank - pairs_; }
  // The rank of a participant.
  int rank_of(int participant) const {
    if (participant >= pairs_) return participant + pairs_;
    return preferred_ == 2 * participant ? preferred_ : 2 * participant + 1;
  }
  // The lowest rank that a participant stands for; participant power() would start at the size.
  int first_rank_of(int participant) const {
    return participant < pairs_ ? 2 * participant : participant + pairs_;
  }

 private:
  int power_;
  int pairs_;
  int rank_;
  int preferred_;
};

}  // namespace smpi::coll
