// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Scan and MPI_Exscan. Costs and papers are on top of their files. All keep
// the order of ranks.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

void scan_linear(const ReduceArgs& args);
void scan_at_once(const ReduceArgs& args);
void scan_recursive_doubling(const ReduceArgs& args);
void scan_node_aware(const ReduceArgs& args);  // the ranks of each node follow each other

void exscan_linear(const ReduceArgs& args);
void exscan_at_once(const ReduceArgs& args);
void exscan_recursive_doubling(const ReduceArgs& args);

}  // namespace smpi::coll
