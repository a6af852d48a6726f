// SPDX-License-Identifier: BSD-3-Clause
//
// The first member to come (or, where all members say something, the first after the agreement)
// makes the topology and the mapping; the others find them in the meeting.
#include "libsmpi/mpi/creation/topology_creation.h"

#include <algorithm>
#include <map>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/mapping.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/platform.h"

namespace smpi::comm {
namespace {

constexpr MPI_Count context_bytes = 4;
constexpr MPI_Count edge_bytes = 8;

struct WithTopology : Meeting {
  Ref<CommunicatorShared> made;
};

struct Graphs : Meeting {
  std::vector<GraphPart> parts;
  Ref<CommunicatorShared> made;
};

// Mappings that ranks asked for, by their edges: all ranks ask for the same.
struct Mappings : Counted {
  std::map<std::vector<int>, std::vector<int>> known;
};

std::vector<WeightedEdge> edges_of(const Topology& topology, int rank_count) {
  std::vector<WeightedEdge> edges;
  const auto* weighted = dynamic_cast<const DistributedGraph*>(&topology);
  for (int rank = 0; rank < rank_count; rank++) {
    if (weighted != nullptr) {
      for (const auto& edge : weighted->node(rank).destinations) {
        edges.push_back({rank, edge.rank, static_cast<double>(edge.weight)});
      }
      continue;
    }
    for (const Neighbour& neighbour : topology.neighbourhood(rank).destinations) {
      if (neighbour.rank != MPI_PROC_NULL) edges.push_back({rank, neighbour.rank, 1});
    }
  }
  return edges;
}

// Old ranks in the order of the new ones.
std::vector<int> mapping_of(Communicator& parent, std::span<const WeightedEdge> edges,
                            int rank_count) {
  const Simulation& simulation = parent.simulation();
  std::vector<models::HostId> hosts;
  for (int rank = 0; rank < rank_count; rank++) {
    hosts.push_back(simulation.ranks[parent.group()[rank]]->host);
  }
  return map_ranks(simulation.platform, hosts, edges);
}

Ref<CommunicatorShared> make(Communicator& parent, Ref<Topology> topology, int rank_count,
                             bool reorder) {
  std::vector<ProcessId> members(parent.group().members().begin(),
                                 parent.group().members().begin() + rank_count);
  if (reorder) {
    const std::vector<int> mapping =
        mapping_of(parent, edges_of(*topology, rank_count), rank_count);
    for (std::size_t i = 0; i < members.size(); i++) members[i] = parent.group()[mapping[i]];
  }
  const bool same = rank_count == parent.size() && members == parent.group().members();
  Ref<Group> group = same ? const_cast<Group*>(&parent.group()) : new Group(std::move(members));
  Ref<CommunicatorShared> shared = make_intra(parent.simulation(), std::move(group));
  shared->topology = topology.get();
  return shared;
}

// The number of a context, as an int.
constexpr MPI_Count announced_context_bytes = 4;

// For topologies that every member describes alike.
Communicator* create_alike(Communicator& parent, Ref<Topology> topology, int rank_count,
                           bool reorder) {
  const auto number = parent.next_creation();
  Ref<CommunicatorShared> made;
  {
    Attendance<WithTopology> meeting(parent.simulation(), {parent.shared().context, number},
                                     static_cast<std::size_t>(parent.size()));
    if (!meeting->made && rank_count > 0) {
      meeting->made = make(parent, std::move(topology), rank_count, reorder);
    }
    made = meeting->made;
  }
  // Every member knows the topology; what they lack is the context, which the first one tells.
  announce(parent, 0, announced_context_bytes, static_cast<int>(number));
  if (p2p::has_failure()) return nullptr;
  if (!made || !made->groups[0]->contains(parent.owner().process)) return nullptr;
  return &adopt(parent, std::move(made));
}

// Sorts the edges of all members to their ends, in the order of the members.
std::vector<DistributedGraph::Node> join(std::vector<GraphPart>& parts) {
  std::vector<DistributedGraph::Node> nodes(parts.size());
  for (std::size_t rank = 0; rank < parts.size(); rank++) nodes[rank] = parts[rank].adjacent;
  for (const GraphPart& part : parts) {
    for (std::size_t i = 0; i < part.from.size(); i++) {
      const auto& [to, weight] = part.to[i];
      nodes[static_cast<std::size_t>(part.from[i])].destinations.push_back({to, weight});
      nodes[static_cast<std::size_t>(to)].sources.push_back({part.from[i], weight});
    }
  }
  return nodes;
}

}  // namespace

Communicator* create_cartesian(Communicator& parent, std::vector<int> sizes,
                               std::vector<bool> periodic, bool reorder) {
  Ref<Cartesian> grid(new Cartesian(std::move(sizes), std::move(periodic)));
  return create_alike(parent, grid.get(), grid->rank_count(), reorder);
}

Communicator* create_graph(Communicator& parent, std::vector<int> index, std::vector<int> edges,
                           bool reorder) {
  const int rank_count = static_cast<int>(index.size());
  return create_alike(parent, new Graph(std::move(index), std::move(edges)), rank_count, reorder);
}

Communicator* create_subgrid(Communicator& parent, const Cartesian& grid,
                             const std::vector<bool>& kept) {
  std::vector<int> coordinates(kept.size());
  grid.coordinates(parent.rank(), coordinates);
  std::vector<int> sizes;
  std::vector<bool> periodic;
  int colour = 0;
  int key = 0;
  for (std::size_t i = 0; i < kept.size(); i++) {
    const int dimension = static_cast<int>(i);
    int& place = kept[i] ? key : colour;
    place = place * grid.size(dimension) + coordinates[i];
    if (!kept[i]) continue;
    sizes.push_back(grid.size(dimension));
    periodic.push_back(grid.is_periodic(dimension));
  }
  Communicator* made = split(parent, colour, key);
  if (made != nullptr && !made->shared().topology) {
    made->shared().topology = new Cartesian(std::move(sizes), std::move(periodic));
  }
  return made;
}

Communicator* create_distributed_graph(Communicator& parent, GraphPart part, bool reorder) {
  const auto number = parent.next_creation();
  const auto edge_count = static_cast<MPI_Count>(
      part.adjacent.sources.size() + part.adjacent.destinations.size() + part.from.size());
  const bool is_adjacent = part.from.empty();
  Attendance<Graphs> meeting(parent.simulation(), {parent.shared().context, number},
                             static_cast<std::size_t>(parent.size()));
  meeting->parts.resize(static_cast<std::size_t>(parent.size()));
  meeting->parts[static_cast<std::size_t>(parent.rank())] = std::move(part);
  // Who gives its own edges only has nothing to tell, unless ranks are to be mapped.
  const bool tells = reorder || !is_adjacent;
  agree(parent, context_bytes + (tells ? edge_bytes * edge_count : 0), static_cast<int>(number));
  if (p2p::has_failure()) return nullptr;
  if (!meeting->made) {
    const bool is_weighted = std::any_of(meeting->parts.begin(), meeting->parts.end(),
                                         [](const GraphPart& other) { return other.is_weighted; });
    Ref<Topology> graph(new DistributedGraph(join(meeting->parts), is_weighted));
    meeting->made = make(parent, std::move(graph), parent.size(), reorder);
  }
  return &adopt(parent, meeting->made);
}

int mapped_rank(Communicator& parent, const Topology& topology, int rank_count) {
  const std::vector<WeightedEdge> edges = edges_of(topology, rank_count);
  std::vector<int> key{rank_count};
  for (const WeightedEdge& edge : edges) key.insert(key.end(), {edge.from, edge.to});
  Ref<Counted>& cache = parent.shared().mappings;
  if (!cache) cache = new Mappings;
  const auto [entry, is_new] = static_cast<Mappings&>(*cache).known.try_emplace(std::move(key));
  std::vector<int>& mapping = entry->second;
  if (is_new) mapping = mapping_of(parent, edges, rank_count);
  const auto found = std::find(mapping.begin(), mapping.end(), parent.rank());
  if (found == mapping.end()) return MPI_UNDEFINED;
  return static_cast<int>(found - mapping.begin());
}

}  // namespace smpi::comm
