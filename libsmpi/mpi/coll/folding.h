// SPDX-License-Identifier: BSD-3-Clause
//
// Recursive doubling and halving need a power of two of ranks. Of the others, the first
// 2 (size - 2^k) ranks form pairs of neighbours: one hands its part to the other, which takes part
// for both. Neighbours, so the order of operands is kept.
#pragma once

#include <bit>
#include <cstdint>

namespace smpi::coll {

class Folding {
 public:
  // Which rank of a pair takes part.
  enum class TakesPart : std::uint8_t { even, odd };

  Folding(int size, int rank, TakesPart takes_part = TakesPart::odd)
      : power_(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))),
        pairs_(size - power_),
        rank_(rank),
        place_(takes_part == TakesPart::odd ? 1 : 0) {}

  // Ranks that take part: the largest power of two that is not above the size.
  int power() const { return power_; }
  bool is_in_pair() const { return is_in_pair(rank_); }
  // Hands its part over.
  bool is_idle() const { return is_idle(rank_); }
  bool is_idle(int rank) const { return is_in_pair(rank) && rank % 2 != place_; }
  int partner() const { return rank_ ^ 1; }
  // The number of this rank among those that take part.
  int number() const { return number_of(rank_); }
  // The number of the participant that stands for a rank.
  int number_of(int rank) const { return is_in_pair(rank) ? rank / 2 : rank - pairs_; }
  // The rank of a participant.
  int rank_of(int participant) const {
    return participant < pairs_ ? 2 * participant + place_ : participant + pairs_;
  }
  // The lowest rank that a participant stands for; participant power() would start at the size.
  int first_rank_of(int participant) const {
    return participant < pairs_ ? 2 * participant : participant + pairs_;
  }

 private:
  bool is_in_pair(int rank) const { return rank < 2 * pairs_; }

  int power_;
  int pairs_;
  int rank_;
  int place_;  // in a pair, of the one that takes part
};

}  // namespace smpi::coll
