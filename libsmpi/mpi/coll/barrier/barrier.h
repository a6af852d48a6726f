// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Barrier. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

void barrier_flat(const BarrierArgs& args);
void barrier_tree(const BarrierArgs& args);
void barrier_dissemination(const BarrierArgs& args);
void barrier_recursive_doubling(const BarrierArgs& args);
void barrier_double_ring(const BarrierArgs& args);
void barrier_node_aware(const BarrierArgs& args);
void barrier_selected_parts(const BarrierArgs& args);

}  // namespace smpi::coll
