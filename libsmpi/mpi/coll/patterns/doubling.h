// SPDX-License-Identifier: BSD-3-Clause
//
// Recursive doubling on any number of ranks. In the round at distance d ranks form groups of d, and
// each rank exchanges what its group has with the rank at that distance, in the group beside its
// own. When the number of ranks is not a power of two the last group is cut short: in the group
// beside it only the first ranks have a partner, and they hand what they received on to the others,
// down a binomial tree. Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
#pragma once

#include <algorithm>

namespace smpi::coll {

class DoublingRound {
 public:
  DoublingRound(int rank, int size, int distance)
      : rank_(rank), size_(size), distance_(distance), group_(rank & ~(distance - 1)) {}

  // Is there a group beside this rank's own?
  bool has_other_group() const { return other_group() < size_; }
  bool has_partner() const { return partner() < size_; }
  int partner() const { return rank_ ^ distance_; }
  // The first ranks of both groups, and how many ranks they have.
  int group() const { return group_; }
  int other_group() const { return group_ ^ distance_; }
  int group_length() const { return length_of(group_); }
  int other_length() const { return length_of(other_group()); }

  // Calls send(to) and receive(from) until all ranks of this group have what the first of them got.
  template <class Send, class Receive>
  void hand_on(const Send& send, const Receive& receive) const {
    const int served = other_length();
    const int place = rank_ - group_;
    for (int step = distance_ / 2; step > 0 && served < distance_; step /= 2) {
      // Of each 2 step ranks the first `served` have it.
      const int low = place & (step - 1);
      if (low >= served || low + step < served) continue;
      if ((place & step) == 0) {
        send(rank_ + step);
      } else {
        receive(rank_ - step);
      }
    }
  }

 private:
  int length_of(int first) const { return std::min(distance_, size_ - first); }

  int rank_;
  int size_;
  int distance_;
  int group_;
};

}  // namespace smpi::coll
