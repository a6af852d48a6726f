// SPDX-License-Identifier: BSD-3-Clause
//
// `rankfile:FILE`: a line `rank 3=host-7` for each rank, in any order. Open MPI's ` slot=...` may
// follow; cores of one host are alike here.
#pragma once

#include "libsmpi/run/placement/task.h"

namespace smpi::placement {

// Throws InputError: unreadable file, wrong line, unknown host, ranks twice or missing.
void place_by_rankfile(const PlacementTask& task, PlacedRanks& placed);

}  // namespace smpi::placement
