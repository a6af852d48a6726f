// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scatter and MPI_Scatterv. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

void scatter_linear(const ScatterArgs& args);
void scatter_at_once(const ScatterArgs& args, Empty empty = Empty::skipped);

// These need equal blocks (MPI_Scatter).
void scatter_smallest_first(const ScatterArgs& args);  // binomial trees
void scatter_largest_first(const ScatterArgs& args);
void scatter_node_aware(const ScatterArgs& args);

}  // namespace smpi::coll
