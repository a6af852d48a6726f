// SPDX-License-Identifier: BSD-3-Clause
//
// Distributed graph topologies (MPI 5.0, 8.5.4 and 8.5.5).
#include <algorithm>
#include <span>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/creation/topology_creation.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using comm::DistributedGraph;
using Edge = DistributedGraph::Edge;

bool has_weights(const int* weights) {
  return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY;
}

// The weight that counts for an edge without one.
int weight_at(const int* weights, int i) {
  return has_weights(weights) ? weights[i] : 1;
}

struct EdgeCheck : Check {
  explicit EdgeCheck(MPI_Comm comm, MPI_Info info) : Check(comm) {
    if (failed()) return;
    require(!communicator()->is_inter(), MPI_ERR_COMM, "an intercommunicator");
    require(info == MPI_INFO_NULL || find_info(info) != nullptr, MPI_ERR_INFO, "freed info object");
  }

  // `count` ranks with their weights.
  EdgeCheck& edges(int count, const int* ranks, const int* weights) {
    require(count >= 0, MPI_ERR_ARG, "a number of edges is negative");
    if (failed() || count == 0) return *this;
    pointer(ranks, "the array of ranks");
    // MPI_UNWEIGHTED is not NULL in this ABI.
    pointer(weights, "the array of weights");
    require(weights != MPI_WEIGHTS_EMPTY, MPI_ERR_ARG, "MPI_WEIGHTS_EMPTY, but there are edges");
    for (int i = 0; i < count && !failed(); i++) {
      require(ranks[i] >= 0 && ranks[i] < communicator()->size(), MPI_ERR_RANK,
              "an edge leads out of the communicator");
      require(weight_at(weights, i) >= 0, MPI_ERR_ARG, "a weight is negative");
    }
    return *this;
  }
};

std::vector<Edge> list_edges(int count, const int* ranks, const int* weights) {
  std::vector<Edge> edges;
  for (int i = 0; i < count; i++) edges.push_back({ranks[i], weight_at(weights, i)});
  return edges;
}

struct DistributedCheck : Check {
  explicit DistributedCheck(MPI_Comm comm) : Check(comm) {
    if (failed()) return;
    graph = comm::topology_as<DistributedGraph>(*communicator());
    require(graph != nullptr, MPI_ERR_TOPOLOGY,
            "the communicator has no distributed graph topology");
  }
  const DistributedGraph::Node& node() const { return graph->node(communicator()->rank()); }

  DistributedGraph* graph = nullptr;
};

// Writes at most `max` edges; the weights only if there are some and they are wanted.
void put_edges(std::span<const Edge> edges, int max, int* ranks, int* weights, bool is_weighted) {
  const auto count = std::min(edges.size(), static_cast<std::size_t>(max));
  for (std::size_t i = 0; i < count; i++) {
    ranks[i] = edges[i].rank;
    if (is_weighted && has_weights(weights) && weights != nullptr) weights[i] = edges[i].weight;
  }
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                    const int sourceweights[], int outdegree,
                                    const int destinations[], const int destweights[],
                                    MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
  const Call call;
  EdgeCheck check(comm_old, info);
  check.edges(indegree, sources, sourceweights)
      .edges(outdegree, destinations, destweights)
      .pointer(comm_dist_graph, "comm_dist_graph");
  if (check.failed()) return check.raise();
  comm::GraphPart part;
  part.adjacent.sources = list_edges(indegree, sources, sourceweights);
  part.adjacent.destinations = list_edges(outdegree, destinations, destweights);
  part.is_weighted = sourceweights != MPI_UNWEIGHTED && destweights != MPI_UNWEIGHTED;
  note_collective(*check.communicator());
  return check.give(
      comm::create_distributed_graph(*check.communicator(), std::move(part), reorder != 0),
      comm_dist_graph);
}

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                           const int destinations[], const int weights[], MPI_Info info,
                           int reorder, MPI_Comm* comm_dist_graph) {
  const Call call;
  EdgeCheck check(comm_old, info);
  check.edges(n, sources, MPI_UNWEIGHTED);
  if (n > 0) check.pointer(degrees, "degrees");
  int edge_count = 0;
  for (int i = 0; i < n && !check.failed(); i++) {
    check.require(degrees[i] >= 0, MPI_ERR_ARG, "a degree is negative");
    edge_count += degrees[i];
  }
  check.edges(edge_count, destinations, weights).pointer(comm_dist_graph, "comm_dist_graph");
  if (check.failed()) return check.raise();
  comm::GraphPart part;
  for (int i = 0; i < n; i++) {
    part.from.insert(part.from.end(), static_cast<std::size_t>(degrees[i]), sources[i]);
  }
  part.to = list_edges(edge_count, destinations, weights);
  part.is_weighted = weights != MPI_UNWEIGHTED;
  note_collective(*check.communicator());
  return check.give(
      comm::create_distributed_graph(*check.communicator(), std::move(part), reorder != 0),
      comm_dist_graph);
}

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
  const Call call;
  DistributedCheck check(comm);
  check.pointer(indegree, "indegree").pointer(outdegree, "outdegree").pointer(weighted, "weighted");
  if (check.failed()) return check.raise();
  *indegree = static_cast<int>(check.node().sources.size());
  *outdegree = static_cast<int>(check.node().destinations.size());
  *weighted = check.graph->is_weighted() ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                              int maxoutdegree, int destinations[], int destweights[]) {
  const Call call;
  DistributedCheck check(comm);
  check.require(maxindegree >= 0 && maxoutdegree >= 0, MPI_ERR_ARG, "a degree is negative");
  if (maxindegree > 0) check.pointer(sources, "sources");
  if (maxoutdegree > 0) check.pointer(destinations, "destinations");
  if (check.failed()) return check.raise();
  const bool is_weighted = check.graph->is_weighted();
  put_edges(check.node().sources, maxindegree, sources, sourceweights, is_weighted);
  put_edges(check.node().destinations, maxoutdegree, destinations, destweights, is_weighted);
  return MPI_SUCCESS;
}

}  // extern "C"
