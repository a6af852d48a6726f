// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks on a mesh, for algorithms that work along one dimension after the other.
#pragma once

#include <array>

namespace smpi::coll {

// As near to a square or cube as the number of ranks allows; the last dimension varies fastest.
struct Mesh {
  std::array<int, 3> lengths{1, 1, 1};

  static Mesh of(int size, int dimensions) {
    Mesh mesh;
    int rest = size;
    for (int left = dimensions; left > 1; left--) {
      int length = 1;
      // The largest divisor that is not above the left-th root of what is left.
      for (int candidate = 1; power(candidate, left) <= rest; candidate++) {
        if (rest % candidate == 0) length = candidate;
      }
      mesh.lengths[static_cast<std::size_t>(dimensions - left)] = length;
      rest /= length;
    }
    mesh.lengths[static_cast<std::size_t>(dimensions - 1)] = rest;
    return mesh;
  }
  // Distance in ranks between neighbours of a dimension.
  int stride(std::size_t dimension) const {
    int stride = 1;
    for (std::size_t i = dimension + 1; i < 3; i++) stride *= lengths[i];
    return stride;
  }

 private:
  static long power(long base, int exponent) {
    long result = 1;
    for (int i = 0; i < exponent; i++) result *= base;
    return result;
  }
};

}  // namespace smpi::coll
