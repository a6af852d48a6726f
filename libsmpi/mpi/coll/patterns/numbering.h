// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of ranks in which the root is 0, for trees that are described from their root.
#pragma once

#include <cstdint>

namespace smpi::coll {

class Numbering {
 public:
  // Counted from the root on, or with the root and rank 0 in each other's place (as libnbc does).
  enum class Kind : std::uint8_t { rotated, swapped };

  Numbering(int size, int rank, int root, Kind kind = Kind::rotated)
      : size_(size), root_(root), kind_(kind), own_(number_of(rank)) {}

  int own() const { return own_; }
  int number_of(int rank) const {
    return kind_ == Kind::swapped ? swapped(rank) : (rank - root_ + size_) % size_;
  }
  int rank_of(int number) const {
    return kind_ == Kind::swapped ? swapped(number) : (number + root_) % size_;
  }

 private:
  int swapped(int value) const {
    if (value == 0) return root_;
    return value == root_ ? 0 : value;
  }

  int size_;
  int root_;
  Kind kind_;
  int own_;
};

}  // namespace smpi::coll
