// SPDX-License-Identifier: BSD-3-Clause
//
// `grid:PxQ`: a process grid, such as that of HPL, laid in blocks onto a grid of hosts, so that
// rows and columns of processes are rows and columns of the machine.
//
// Ranks are numbered row by row. The dimensions of the machine are divided in two sides; within a
// side the points are taken along the boustrophedon curve, so a side is a row of neighbours. Each
// point gets a block of a x b processes, the smallest blocks for which the grid fits; among equals
// the squarest.
#pragma once

#include <cstdint>

#include "libsmpi/run/placement/task.h"

namespace smpi::placement {

struct ProcessGrid {
  std::uint32_t rows;
  std::uint32_t columns;
};

// Throws InputError.
ProcessGrid parse_process_grid(const Placement& placement);

void place_process_grid(const PlacementTask& task, PlacedRanks& placed);

}  // namespace smpi::placement
