// SPDX-License-Identifier: BSD-3-Clause
//
// Making communicators with a topology (MPI 5.0, 8.5). All are collective over `parent`; arguments
// were checked. What creates returns nullptr, too, when a member failed (p2p::has_failure()). With
// `reorder` the processes are mapped by creation/mapping.h, once for all members; its cost in time
// is that of the agreement, as a real library computes it, too.
#pragma once

#include <span>
#include <vector>

#include "libsmpi/mpi/comm/topology.h"

namespace smpi::comm {

// A communicator of the first ranks of `parent`, one for each place of the grid or node of the
// graph; nullptr for the ranks that are left over.
Communicator* create_cartesian(Communicator& parent, std::vector<int> sizes,
                               std::vector<bool> periodic, bool reorder);
Communicator* create_graph(Communicator& parent, std::vector<int> index, std::vector<int> edges,
                           bool reorder);

// MPI_Cart_sub: the part of the grid with the same coordinates in the dimensions that are dropped.
Communicator* create_subgrid(Communicator& parent, const Cartesian& grid,
                             const std::vector<bool>& kept);

// What one rank says about a distributed graph.
struct GraphPart {
  // Edges into and out of this rank (MPI_Dist_graph_create_adjacent).
  DistributedGraph::Node adjacent;
  // Any edges (MPI_Dist_graph_create).
  std::vector<int> from;
  std::vector<DistributedGraph::Edge> to;
  bool is_weighted = false;
};
Communicator* create_distributed_graph(Communicator& parent, GraphPart part, bool reorder);

// The new rank that the process of old rank `rank` of `parent` gets by the same mapping, or
// MPI_UNDEFINED (MPI_Cart_map, MPI_Graph_map). Local.
int mapped_rank(Communicator& parent, const Topology& topology, int rank_count);

}  // namespace smpi::comm
