// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce_scatter and MPI_Reduce_scatter_block. Costs and papers are on top of
// their files.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

// These keep the order of ranks.
void reduce_scatter_reduce_scatterv(const ReduceScatterArgs& args);
void reduce_scatter_reduce_scatter(const ReduceScatterArgs& args);  // equal blocks
void reduce_scatter_binomial_linear(const ReduceScatterArgs& args);
void reduce_scatter_butterfly(const ReduceScatterArgs& args);
void reduce_scatter_mirrored(const ReduceScatterArgs& args);  // equal blocks
void reduce_scatter_recursive_doubling(const ReduceScatterArgs& args);

// These need a commutative operation.
void reduce_scatter_recursive_halving(const ReduceScatterArgs& args);
void reduce_scatter_ring(const ReduceScatterArgs& args);
void reduce_scatter_pairwise(const ReduceScatterArgs& args);

}  // namespace smpi::coll
