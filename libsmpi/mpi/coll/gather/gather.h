// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Gather and MPI_Gatherv. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

void gather_linear(const GatherArgs& args);
void gather_at_once(const GatherArgs& args, Empty empty = Empty::skipped);

// These need equal blocks (MPI_Gather).
void gather_binomial(const GatherArgs& args);
void gather_linear_sync(const GatherArgs& args, MPI_Count first_segment_bytes);
void gather_node_aware(const GatherArgs& args);

}  // namespace smpi::coll
