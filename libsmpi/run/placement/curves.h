// SPDX-License-Identifier: BSD-3-Clause
//
// Curves through the points of a grid: neighbours on the curve are neighbours in the grid, so ranks
// that are laid along it and talk to the next ones stay near them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace smpi::placement {

// The coordinates of point number `point`; the first one runs fastest.
std::vector<std::uint32_t> coordinates_of(std::uint32_t point,
                                          std::span<const std::uint32_t> sizes);

// Position of each point on the boustrophedon curve: row by row, every other row backwards, every
// other plane backwards, and so on.
std::vector<std::uint32_t> snake_positions(std::span<const std::uint32_t> sizes);

// Position of each point on Hilbert's curve through the smallest box of equal powers of two around
// the grid; points outside the grid are passed over. Dimensions of size 1 are left out.
std::vector<std::uint32_t> hilbert_positions(std::span<const std::uint32_t> sizes);

}  // namespace smpi::placement
