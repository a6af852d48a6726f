// SPDX-License-Identifier: BSD-3-Clause
//
// Points that cover the cube of the parameters evenly: for looking around, and for averages.
//
// A Latin hypercube has any number of points and each parameter in as many equal steps; a Sobol
// sequence can be continued without losing what was run, and is best at powers of two.
#pragma once

#include <cstdint>

#include "tools/study/design/unit_points.h"

namespace smpi::study {

// McKay, Beckman and Conover (Technometrics 1979): x_ij = (perm_j(i) + u) / n, so that each of the
// n equal parts of each axis holds one point. The best of 50 by the largest smallest distance of
// two points (Johnson, Moore and Ylvisaker 1990); that costs 50 n^2 d / 2 operations. All are
// below 1. At least one point and one dimension.
UnitPoints latin_hypercube(std::size_t count, std::size_t dimension, std::uint64_t seed);

// The largest number of dimensions of `sobol`.
inline constexpr std::size_t sobol_dimension_limit = 3667;

// The first points of Sobol's sequence, the origin among them, with Joe and Kuo's direction numbers
// (SIAM J. Sci. Comput. 2008) and a digital shift of the seed: the exclusive or of all points of an
// axis with one random number keeps the evenness and makes each point uniform. All are below 1.
// The first n points of a longer design are the design of n points.
UnitPoints sobol(std::size_t count, std::size_t dimension, std::uint64_t seed);

}  // namespace smpi::study
