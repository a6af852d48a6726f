// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Reduce. Costs and papers are on top of their files. Segments of 0 bytes
// mean one segment.
#pragma once

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/patterns/halving.h"

namespace smpi::coll {

// These keep the order of ranks.
void reduce_flat(const ReduceArgs& args);
void reduce_at_once(const ReduceArgs& args);
void reduce_binomial(const ReduceArgs& args);
void reduce_binomial_swapped(const ReduceArgs& args);
void reduce_in_order_binary(const ReduceArgs& args, MPI_Count segment_bytes);
void reduce_rabenseifner(const ReduceArgs& args, Chunks::Cut cut);
void reduce_rabenseifner_halves(const ReduceArgs& args);

// These need a commutative operation.
void reduce_chain(const ReduceArgs& args, int chain_count, MPI_Count segment_bytes);
void reduce_binary_tree(const ReduceArgs& args, MPI_Count segment_bytes);
void reduce_binomial_tree(const ReduceArgs& args, MPI_Count segment_bytes);
void reduce_knomial(const ReduceArgs& args, int radix);
void reduce_rank_order_chain(const ReduceArgs& args, MPI_Count segment_bytes);

// Over the network once for each node, with these algorithms between and inside nodes; or with
// those that would be chosen for the parts, to the root or to rank 0, which forwards the result.
using ReduceAlgorithm = void(const ReduceArgs& args);
void reduce_node_aware(const ReduceArgs& args, ReduceAlgorithm* between, ReduceAlgorithm* inside);
void reduce_root_leads(const ReduceArgs& args);
void reduce_forwarded(const ReduceArgs& args);

}  // namespace smpi::coll
