// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Allreduce. Costs and papers are on top of their files.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/patterns/halving.h"

namespace smpi::coll {

// These keep the order of ranks.
void allreduce_recursive_doubling(const ReduceArgs& args);
void allreduce_reduce_bcast(const ReduceArgs& args);
void allreduce_flat(const ReduceArgs& args);
void allreduce_binomial(const ReduceArgs& args);
void allreduce_two_binomial_trees(const ReduceArgs& args);
void allreduce_rabenseifner(const ReduceArgs& args, Chunks::Cut cut);
void allreduce_rabenseifner_halves(const ReduceArgs& args);
void allreduce_alltoall(const ReduceArgs& args);

// These need a commutative operation.
void allreduce_ring(const ReduceArgs& args, MPI_Count segment_bytes);
void allreduce_halving_allgather(const ReduceArgs& args);  // and a power of two of ranks

// Over the network once for each node, with this algorithm between nodes; all parts in segments; or
// with the algorithms that would be chosen for the parts.
using AllreduceAlgorithm = void(const ReduceArgs& args);
void allreduce_node_aware(const ReduceArgs& args, AllreduceAlgorithm* between);
void allreduce_node_aware_pipeline(const ReduceArgs& args, MPI_Count segment_elements);
void allreduce_selected_parts(const ReduceArgs& args);

}  // namespace smpi::coll
