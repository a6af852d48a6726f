// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks on a mesh, for algorithms that work along one dimension after the other. The shapes are
// those of Faraj, Yuan, "Automatic generation and tuning of MPI collective communication routines",
// ICS 2005: in two dimensions as near to a square as the number of ranks allows, in three z * x * x
// with the smallest x that is not below the cube root. A number of ranks that has no such shape is
// one line.
#pragma once

#include <array>
#include <cstddef>

namespace smpi::coll {

struct Mesh {
  std::array<int, 3> lengths{1, 1, 1};  // the last dimension varies fastest
  bool is_cube = false;

  static Mesh square(int size) {
    int rows = 1;
    for (int divisor = 1; divisor * divisor <= size; divisor++) {
      if (size % divisor == 0) rows = divisor;
    }
    return {{rows, size / rows, 1}, false};
  }
  static Mesh cube(int size) {
    int side = 1;
    while ((side + 1) * (side + 1) * (side + 1) <= size) side++;
    for (; side <= size / 3; side++) {
      if (size % (side * side) == 0) return {{size / (side * side), side, side}, true};
    }
    return {{size, 1, 1}, true};
  }
  // Distance in ranks between neighbours of a dimension.
  int stride(std::size_t dimension) const {
    int stride = 1;
    for (std::size_t i = dimension + 1; i < lengths.size(); i++) stride *= lengths[i];
    return stride;
  }
};

// The ranks that differ from this one in one dimension of a mesh only, and this rank.
class MeshLine {
 public:
  MeshLine(const Mesh& mesh, std::size_t dimension, int rank)
      : length_(mesh.lengths[dimension]),
        stride_(mesh.stride(dimension)),
        own_(rank / stride_ % length_),
        first_(rank - own_ * stride_),
        rotates_(dimension == 0 && mesh.is_cube) {}

  int length() const { return length_; }
  int stride() const { return stride_; }
  // The places of the others in the order in which they are served, i = 0 .. length - 2: from the
  // first to the last, or in the last dimension of a cube from the next one on.
  int other(int i) const {
    if (rotates_) return (own_ + 1 + i) % length_;
    return i < own_ ? i : i + 1;
  }
  int own() const { return own_; }
  int rank_at(int place) const { return first_ + place * stride_; }
  // Ranks that are the same but for the dimensions before share what they have: the first of those
  // at a place.
  int group_at(int place) const { return rank_at(place) / stride_ * stride_; }

 private:
  int length_;
  int stride_;
  int own_;
  int first_;
  bool rotates_;
};

}  // namespace smpi::coll
