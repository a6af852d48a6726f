// SPDX-License-Identifier: BSD-3-Clause
//
// Graph topologies (MPI 5.0, 8.5.3 and 8.5.5), and MPI_Topo_test.
#include <algorithm>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/creation/topology_creation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using comm::Graph;

struct GraphCheck : Check {
  explicit GraphCheck(MPI_Comm comm) : Check(comm) {
    if (failed()) return;
    graph = comm::topology_as<Graph>(*communicator());
    require(graph != nullptr, MPI_ERR_TOPOLOGY, "the communicator has no graph topology");
  }
  GraphCheck& node(int rank) {
    if (!failed()) {
      require(rank >= 0 && rank < communicator()->size(), MPI_ERR_RANK,
              "the rank is not in the communicator");
    }
    return *this;
  }

  Graph* graph = nullptr;
};

// The description of a new graph.
struct NodesCheck : Check {
  NodesCheck(MPI_Comm comm, int nnodes, const int* indx, const int* edges) : Check(comm) {
    if (failed()) return;
    require(!communicator()->is_inter(), MPI_ERR_COMM, "an intercommunicator");
    require(nnodes >= 0, MPI_ERR_ARG, "the number of nodes is negative");
    require(nnodes <= communicator()->size(), MPI_ERR_ARG,
            "the graph has more nodes than the communicator has ranks");
    if (nnodes > 0) pointer(indx, "index");
    for (int i = 0; i < nnodes && !failed(); i++) {
      require(indx[i] >= (i == 0 ? 0 : indx[i - 1]), MPI_ERR_ARG, "the index falls");
    }
    if (failed() || nnodes == 0) return;
    const int edge_count = indx[nnodes - 1];
    if (edge_count > 0) pointer(edges, "edges");
    for (int i = 0; i < edge_count && !failed(); i++) {
      require(edges[i] >= 0 && edges[i] < nnodes, MPI_ERR_ARG, "an edge leads out of the graph");
    }
  }
};

Graph* new_graph(int nnodes, const int* indx, const int* edges) {
  const int edge_count = nnodes == 0 ? 0 : indx[nnodes - 1];
  return new Graph({indx, indx + nnodes}, {edges, edges + edge_count});
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Topo_test(MPI_Comm comm, int* status) {
  const LocalCall call;
  Check check(comm);
  check.pointer(status, "status");
  if (check.failed()) return check.raise();
  const comm::Topology* topology = check.communicator()->topology();
  *status = topology == nullptr ? MPI_UNDEFINED : topology->kind();
  return MPI_SUCCESS;
}

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[],
                      int reorder, MPI_Comm* comm_graph) {
  const Call call;
  NodesCheck check(comm_old, nnodes, indx, edges);
  check.pointer(comm_graph, "comm_graph");
  if (comm_graph != nullptr) *comm_graph = MPI_COMM_NULL;
  if (check.failed()) return check.raise();
  const Ref<Graph> graph(new_graph(nnodes, indx, edges));
  note_collective(*check.communicator());
  return check.give(
      comm::create_graph(*check.communicator(), graph->index(), graph->edges(), reorder != 0),
      comm_graph);
}

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int* newrank) {
  const Call call;
  NodesCheck check(comm, nnodes, indx, edges);
  check.require(nnodes > 0, MPI_ERR_ARG, "the graph is empty").pointer(newrank, "newrank");
  if (check.failed()) return check.raise();
  const Ref<Graph> graph(new_graph(nnodes, indx, edges));
  *newrank = comm::mapped_rank(*check.communicator(), *graph, nnodes);
  return MPI_SUCCESS;
}

int PMPI_Graphdims_get(MPI_Comm comm, int* nnodes, int* nedges) {
  const LocalCall call;
  GraphCheck check(comm);
  check.pointer(nnodes, "nnodes").pointer(nedges, "nedges");
  if (check.failed()) return check.raise();
  *nnodes = static_cast<int>(check.graph->index().size());
  *nedges = static_cast<int>(check.graph->edges().size());
  return MPI_SUCCESS;
}

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[]) {
  const LocalCall call;
  GraphCheck check(comm);
  check.pointer(indx, "index");
  if (check.failed()) return check.raise();
  const Graph& graph = *check.graph;
  check
      .require(maxindex >= static_cast<int>(graph.index().size()), MPI_ERR_ARG,
               "maxindex is less than the number of nodes")
      .require(maxedges >= static_cast<int>(graph.edges().size()), MPI_ERR_ARG,
               "maxedges is less than the number of edges");
  if (!graph.edges().empty()) check.pointer(edges, "edges");
  if (check.failed()) return check.raise();
  std::copy(graph.index().begin(), graph.index().end(), indx);
  std::copy(graph.edges().begin(), graph.edges().end(), edges);
  return MPI_SUCCESS;
}

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* nneighbors) {
  const LocalCall call;
  GraphCheck check(comm);
  check.node(rank).pointer(nneighbors, "nneighbors");
  if (check.failed()) return check.raise();
  *nneighbors = static_cast<int>(check.graph->neighbours(rank).size());
  return MPI_SUCCESS;
}

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
  const LocalCall call;
  GraphCheck check(comm);
  check.node(rank).require(maxneighbors >= 0, MPI_ERR_ARG, "maxneighbors is negative");
  if (check.failed()) return check.raise();
  const auto found = check.graph->neighbours(rank);
  const auto count = std::min(found.size(), static_cast<std::size_t>(maxneighbors));
  if (count > 0) check.pointer(neighbors, "neighbors");
  if (check.failed()) return check.raise();
  std::copy_n(found.begin(), count, neighbors);
  return MPI_SUCCESS;
}

}  // extern "C"
