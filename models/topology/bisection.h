// SPDX-License-Identifier: BSD-3-Clause
//
// Bounds of the bisection of a graph of routers: the cables between two halves of the routers, at
// the least.
//
// From below: lambda_2 floor(R/2) ceil(R/2)/R, with lambda_2 the algebraic connectivity, by
// Lanczos; less what the iteration may be wrong by, and rounded up to whole cables. From above: the
// best of 32 starts, always the same ones, improved by exchanges as Kernighan and Lin (1970) do.
#pragma once

#include <cstdint>

#include "models/topology/router_graph.h"

namespace smpi::models {

struct BisectionBounds {
  double low = 0;  // cables
  double high = 0;
};

// Graphs with more routers take too long.
inline constexpr std::uint32_t bisected_router_max = 400;

// REQUIRES: from 2 to bisected_router_max routers.
BisectionBounds bisection_bounds(const RouterGraph& graph);

}  // namespace smpi::models
