// SPDX-License-Identifier: BSD-3-Clause
//
// Hilbert's curve by Skilling's transform ("Programming the Hilbert curve", AIP Conf. Proc. 707,
// 2004), in any number of dimensions.
#include "libsmpi/run/placement/curves.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

namespace smpi::placement {
namespace {

std::uint32_t point_count(std::span<const std::uint32_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::uint32_t{1}, std::multiplies<>());
}

// Coordinates become the bits of the index, dealt out to the dimensions ("transposed").
void transpose_hilbert(std::vector<std::uint32_t>& x, std::uint32_t bits) {
  for (std::uint32_t q = 1U << (bits - 1); q > 1; q >>= 1) {
    const std::uint32_t low = q - 1;
    for (std::uint32_t& value : x) {
      if ((value & q) != 0) {
        x[0] ^= low;
      } else {
        const std::uint32_t swapped = (x[0] ^ value) & low;
        x[0] ^= swapped;
        value ^= swapped;
      }
    }
  }
  for (std::size_t i = 1; i < x.size(); i++) x[i] ^= x[i - 1];  // Gray code
  std::uint32_t flip = 0;
  for (std::uint32_t q = 1U << (bits - 1); q > 1; q >>= 1) {
    if ((x.back() & q) != 0) flip ^= q - 1;
  }
  for (std::uint32_t& value : x) value ^= flip;
}

// The index on the curve as digits, which compare as the numbers do.
std::string hilbert_index(std::vector<std::uint32_t> x, std::uint32_t bits) {
  transpose_hilbert(x, bits);
  std::string digits;
  for (std::uint32_t bit = bits; bit-- > 0;) {
    for (const std::uint32_t value : x) digits += (value >> bit & 1) != 0 ? '1' : '0';
  }
  return digits;
}

}  // namespace

std::vector<std::uint32_t> coordinates_of(std::uint32_t point,
                                          std::span<const std::uint32_t> sizes) {
  std::vector<std::uint32_t> coordinates;
  for (const std::uint32_t size : sizes) {
    coordinates.push_back(point % size);
    point /= size;
  }
  return coordinates;
}

// A digit runs backwards where the number of rows passed before, in its own dimension, is odd.
std::vector<std::uint32_t> snake_positions(std::span<const std::uint32_t> sizes) {
  std::vector<std::uint32_t> positions(point_count(sizes));
  for (std::uint32_t position = 0; position < positions.size(); position++) {
    std::uint32_t left = position;
    std::uint32_t point = 0;
    std::uint32_t stride = 1;
    for (const std::uint32_t size : sizes) {
      const std::uint32_t digit = left % size;
      left /= size;
      point += stride * (left % 2 == 0 ? digit : size - 1 - digit);
      stride *= size;
    }
    positions[point] = position;
  }
  return positions;
}

std::vector<std::uint32_t> hilbert_positions(std::span<const std::uint32_t> sizes) {
  std::uint32_t longest = 1;
  for (const std::uint32_t size : sizes) longest = std::max(longest, size);
  std::vector<std::uint32_t> order(point_count(sizes));
  std::iota(order.begin(), order.end(), 0);
  if (longest > 1) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(longest - 1));
    std::vector<std::string> index(order.size());
    for (const std::uint32_t point : order) {
      std::vector<std::uint32_t> wired;
      const std::vector<std::uint32_t> coordinates = coordinates_of(point, sizes);
      for (std::size_t i = 0; i < sizes.size(); i++) {
        if (sizes[i] > 1) wired.push_back(coordinates[i]);
      }
      index[point] = hilbert_index(std::move(wired), bits);
    }
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t left, std::uint32_t right) { return index[left] < index[right]; });
  }
  std::vector<std::uint32_t> positions(order.size());
  for (std::uint32_t i = 0; i < order.size(); i++) positions[order[i]] = i;
  return positions;
}

}  // namespace smpi::placement
