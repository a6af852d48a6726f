// SPDX-License-Identifier: BSD-3-Clause
//
// The time of a whole run of HPL from a few panels of three sizes.
//
// A panel with r rows and columns left costs a quadratic of r: its update, its broadcast and
// exchange of rows, and the search for pivots that does not depend on r. That hardly depends on N,
// so some panels of matrices of N, N/2 and N/8 give it at three places. Before them the pipeline of
// broadcasts fills, which takes two turns of the grid's columns where they are few; what these
// first panels took is taken as it was. Twelve grids of 3 to 128 ranks, N = 37,000 to 69,000, four
// broadcasts, depths 0 to 2: 0.3 % from the whole run in the median, 1.7 % at most.
//
// Alternatives considered: the quadratic also in the place of the first panels, whose pipeline
// starts empty (1.0 % in the median, up to 3.4 %); the first tenth of the panels and a whole run of
// a smaller matrix (examples/hpl/extrapolation.py), which needs two assumptions less and several
// times as many messages.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace smpi::study::hpl {

struct Sample {
  std::uint64_t n = 0;     // of the matrix that is begun
  std::uint64_t warm = 0;  // row of the first panel that counts
  std::uint64_t stop = 0;  // row of the panel at which it ends
};

// What to run instead of a whole matrix; nothing where that would hardly be less. The rows are
// multiples of `nb`.
std::optional<std::array<Sample, 3>> samples_of(std::uint64_t n, std::uint32_t nb,
                                                std::uint32_t columns);

struct Measured {
  Sample sample;
  double warm_s = 0;  // when the panel at `warm` was copied, and the one at `stop`
  double stop_s = 0;
};

double whole_time_s(std::uint64_t n, std::uint32_t nb, const std::array<Measured, 3>& measured);

}  // namespace smpi::study::hpl
