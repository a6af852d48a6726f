// SPDX-License-Identifier: BSD-3-Clause
//
// Coordinates and neighbours. A grid has two neighbours in each dimension: first the one in the
// negative, then the one in the positive direction (MPI 5.0, 8.6).
#include "libsmpi/mpi/comm/topology.h"

#include <algorithm>
#include <numeric>

namespace smpi {

comm::Topology* Communicator::topology() const {
  return static_cast<comm::Topology*>(shared_->topology.get());
}

const comm::Neighbourhood& Communicator::neighbourhood() {
  if (neighbourhood_ == nullptr) {
    comm::Neighbourhood found = topology()->neighbourhood(rank_);
    found.receive_order.resize(found.sources.size());
    std::iota(found.receive_order.begin(), found.receive_order.end(), 0);
    const auto tag = [&](int i) { return found.sources[static_cast<std::size_t>(i)].tag; };
    std::stable_sort(found.receive_order.begin(), found.receive_order.end(),
                     [&](int a, int b) { return tag(a) < tag(b); });
    neighbourhood_ = std::make_shared<const comm::Neighbourhood>(std::move(found));
  }
  return *neighbourhood_;
}

namespace comm {

Cartesian::Cartesian(std::vector<int> sizes, std::vector<bool> periodic)
    : sizes_(std::move(sizes)), periodic_(std::move(periodic)) {
  for (const int size : sizes_) rank_count_ *= size;
}

void Cartesian::coordinates(int rank, std::span<int> out) const {
  for (int dimension = dimension_count() - 1; dimension >= 0; dimension--) {
    out[static_cast<std::size_t>(dimension)] = rank % size(dimension);
    rank /= size(dimension);
  }
}

int Cartesian::rank_at(std::span<const int> coordinates) const {
  int rank = 0;
  for (int dimension = 0; dimension < dimension_count(); dimension++) {
    const int extent = size(dimension);
    int coordinate = coordinates[static_cast<std::size_t>(dimension)];
    if (coordinate < 0 || coordinate >= extent) {
      if (!is_periodic(dimension)) return MPI_PROC_NULL;
      coordinate = (coordinate % extent + extent) % extent;
    }
    rank = rank * extent + coordinate;
  }
  return rank;
}

int Cartesian::shifted(int rank, int dimension, int displacement) const {
  int stride = 1;
  for (int inner = dimension + 1; inner < dimension_count(); inner++) stride *= size(inner);
  const std::int64_t extent = size(dimension);
  const std::int64_t own = rank / stride % extent;
  std::int64_t coordinate = own + displacement;
  if (coordinate < 0 || coordinate >= extent) {
    if (!is_periodic(dimension)) return MPI_PROC_NULL;
    coordinate = (coordinate % extent + extent) % extent;
  }
  return rank + static_cast<int>(coordinate - own) * stride;
}

// What goes in the negative direction arrives from the positive one, so the blocks of a pair of
// directions are received under each other's tag.
Neighbourhood Cartesian::neighbourhood(int rank) const {
  Neighbourhood result;
  for (int dimension = 0; dimension < dimension_count(); dimension++) {
    const int lower = shifted(rank, dimension, -1);
    const int upper = shifted(rank, dimension, 1);
    result.destinations.push_back({lower, 2 * dimension});
    result.destinations.push_back({upper, 2 * dimension + 1});
    result.sources.push_back({lower, 2 * dimension + 1});
    result.sources.push_back({upper, 2 * dimension});
  }
  return result;
}

std::span<const int> Graph::neighbours(int rank) const {
  const auto first =
      static_cast<std::size_t>(rank == 0 ? 0 : index_[static_cast<std::size_t>(rank) - 1]);
  const auto last = static_cast<std::size_t>(index_[static_cast<std::size_t>(rank)]);
  return std::span(edges_).subspan(first, last - first);
}

// Several edges between two ranks match in their order.
Neighbourhood Graph::neighbourhood(int rank) const {
  Neighbourhood result;
  for (const int neighbour : neighbours(rank)) result.sources.push_back({neighbour, 0});
  result.destinations = result.sources;
  return result;
}

Neighbourhood DistributedGraph::neighbourhood(int rank) const {
  Neighbourhood result;
  for (const Edge& edge : node(rank).sources) result.sources.push_back({edge.rank, 0});
  for (const Edge& edge : node(rank).destinations) result.destinations.push_back({edge.rank, 0});
  return result;
}

}  // namespace comm
}  // namespace smpi
