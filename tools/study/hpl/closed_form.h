// SPDX-License-Identifier: BSD-3-Clause
//
// The time of HPL in one formula, after the note on scalability that comes with HPL:
//
//     T = g (2/3 n^3 + 3/2 n^2)/(PQ) + b n^2 (3P + Q)/(2PQ) + a n ((nb + 1) log2 P + P)/nb
//
// with g the seconds per flop of a rank, b the seconds per word of 8 bytes and a the latency. The
// note has 2/3 n^3 in the first term; all the flops that HPL counts make the rate of a machine with
// a free network exactly that of its ranks.
//
// It knows nothing of lookahead, broadcasts and full links, so it puts machines in order and says
// what to simulate; its seconds are worth little.
#pragma once

#include <cstdint>

#include "tools/study/hpl/rules.h"

namespace smpi::study::hpl {

struct Costs {
  double flop_s = 0;  // of a rank
  double word_s = 0;
  double latency_s = 0;
};

double closed_form_s(std::uint64_t n, std::uint32_t nb, const Grid& grid, const Costs& costs);

// The largest multiple of `nb`, at most `n`, that takes no more than `limit_s`; 0: none.
std::uint64_t order_within(std::uint64_t n, std::uint32_t nb, const Grid& grid, const Costs& costs,
                           double limit_s);

}  // namespace smpi::study::hpl
