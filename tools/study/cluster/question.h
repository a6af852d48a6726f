// SPDX-License-Identifier: BSD-3-Clause
//
// How HPL is set up on each cluster that was asked for, where the user does not say it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tools/study/cluster/fit.h"
#include "tools/study/cluster/predict.h"

namespace smpi::study::cluster {

struct Wishes {
  std::vector<std::uint32_t> nodes;
  std::optional<double> memory_bytes;  // of a node; 80 % of it is filled
};

// Settings are those of the measured run. N fills the memory; where nobody says what a node has, N
// grows with the root of the nodes, so that each has as much of the matrix as the measured one. The
// grids are those with P <= Q that are nearest to a square, the nearest one first.
std::vector<Question> questions_of(const Measurement& measured, const Wishes& wishes,
                                   std::uint32_t nodes);

// By rules of thumb, to compare with: what planners do without a simulator.
double by_division_gflops(const Measurement& measured, std::uint32_t nodes);

}  // namespace smpi::study::cluster
