// SPDX-License-Identifier: BSD-3-Clause
//
// How HPL is set up on a machine: the size of the matrix and the shapes of the process grid that
// are worth a try, and what HPL counts as flops.
#pragma once

#include <cstdint>
#include <vector>

namespace smpi::study::hpl {

// A process grid of rows x columns ranks; `dropped` nodes of the machine take no part.
struct Grid {
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  std::uint32_t dropped = 0;

  bool operator==(const Grid&) const = default;
};

// The largest multiple of `nb` whose matrix, 8 bytes an entry, fits into `share` of the memory; 0
// when not even one block does.
std::uint64_t matrix_order(double memory_bytes, double share, std::uint32_t nb);

// Grids of all ranks of `nodes` nodes with P <= Q and P/Q >= 1/8, by ascending P, with the next
// flatter one and the next one with P > Q; then the same for nodes less one, two .. 2 %: fewer
// nodes may allow a better shape. REQUIRES: nodes and ranks_per_node at least 1.
std::vector<Grid> process_grids(std::uint32_t nodes, std::uint32_t ranks_per_node);

// 2/3 n^3 + 3/2 n^2, as HPL counts for its Gflops.
double flops(double n);

}  // namespace smpi::study::hpl
