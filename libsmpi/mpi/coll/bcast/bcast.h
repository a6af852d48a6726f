// SPDX-License-Identifier: BSD-3-Clause
//
// The algorithms of MPI_Bcast. Costs and papers are on top of their files. Segments of 0 bytes mean
// one segment.
#pragma once

#include "libsmpi/mpi/coll/bcast/scattered_bytes.h"
#include "libsmpi/mpi/coll/patterns/tree.h"

namespace smpi::coll {

void bcast_flat(const BcastArgs& args);
void bcast_flat_at_once(const BcastArgs& args);
void bcast_flat_pipeline(const BcastArgs& args, MPI_Count segment_bytes);
void bcast_binomial(const BcastArgs& args);
void bcast_binomial_tree(const BcastArgs& args, MPI_Count segment_bytes);
void bcast_binomial_swapped(const BcastArgs& args);  // the root in the place of rank 0
void bcast_binary_tree(const BcastArgs& args, MPI_Count segment_bytes);
void bcast_knomial(const BcastArgs& args, int radix, MPI_Count segment_bytes);
void bcast_chain(const BcastArgs& args, int chain_count, MPI_Count segment_bytes);
void bcast_split_binary(const BcastArgs& args, MPI_Count segment_bytes);
void bcast_scatter_ring_allgather(const BcastArgs& args, ScatteredBytes::Reach reach,
                                  ScatteredBytes::Unit unit);
void bcast_scatter_rdb_allgather(const BcastArgs& args, ScatteredBytes::Reach reach,
                                 ScatteredBytes::Unit unit);

// Over the network once for each node, from rank 0 (the root hands its data to it first): binomial
// between and inside nodes, or along a chain or binary trees of nodes and of the ranks of each.
void bcast_nodes_binomial(const BcastArgs& args);
void bcast_nodes_chain(const BcastArgs& args, MPI_Count segment_bytes);
void bcast_nodes_binary(const BcastArgs& args, MPI_Count segment_bytes);
// With the algorithms that would be chosen for the parts.
void bcast_leader_first(const BcastArgs& args);
void bcast_root_node_first(const BcastArgs& args);

// From rank 0 in the order of the ranks (the root hands its data to rank 0 first).
enum class Sending : std::uint8_t { blocking, nonblocking };
void bcast_rank_order_chain(const BcastArgs& args, MPI_Count segment_bytes, Sending sending);
void bcast_rank_order_binary(const BcastArgs& args, MPI_Count segment_bytes);
// Along any tree that is rooted at rank 0.
void bcast_from_rank_0(const BcastArgs& args, const Tree& tree, MPI_Count segment_bytes,
                       Sending sending);
void hand_to_rank_0(const BcastArgs& args);

}  // namespace smpi::coll
