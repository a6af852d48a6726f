// SPDX-License-Identifier: BSD-3-Clause
//
// The graph of a matrix, mapped by comm/mapping.
#include "libsmpi/run/placement/by_matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/mpi/creation/mapping.h"
#include "models/platform/units.h"

namespace smpi::placement {
namespace {

std::string describe_cost(const char* when, const MatrixCost& cost,
                          const models::Platform& platform) {
  std::string link;
  if (cost.most_loaded != models::no_id) {
    link = fmt::format(" ({})", platform.links.name[cost.most_loaded]);
  }
  return fmt::format("{}: hop-bytes {:.6g}, mean distance {:.4g} links, largest link load {}{}\n",
                     when, cost.hop_bytes, cost.mean_distance,
                     models::format_time(cost.largest_load_s), link);
}

// The hosts that the ranks have at first, dealt out anew.
std::vector<models::HostId> mapped_from(const models::Platform& platform,
                                        const std::vector<models::HostId>& first,
                                        const std::vector<MatrixEntry>& matrix) {
  std::vector<comm::WeightedEdge> edges;
  for (const MatrixEntry& entry : matrix) {
    edges.push_back(
        {static_cast<int>(entry.source), static_cast<int>(entry.destination), entry.bytes});
  }
  std::vector<models::HostId> hosts;
  for (const int rank : comm::map_ranks(platform, first, edges)) {
    hosts.push_back(first[static_cast<std::size_t>(rank)]);
  }
  return hosts;
}

}  // namespace

MatrixCost matrix_cost(const models::Platform& platform,
                       std::span<const models::HostId> host_of_rank,
                       std::span<const MatrixEntry> matrix) {
  MatrixCost cost;
  double bytes = 0;
  std::vector<double> link_bytes(platform.links.count(), 0);
  models::Route route;
  for (const MatrixEntry& entry : matrix) {
    bytes += entry.bytes;
    const models::HostId from = host_of_rank[entry.source];
    const models::HostId to = host_of_rank[entry.destination];
    if (from == to || !platform.find_route(from, to, route)) continue;
    cost.hop_bytes += entry.bytes * static_cast<double>(route.links.size());
    for (const models::LinkId link : route.links) link_bytes[link] += entry.bytes;
  }
  if (bytes > 0) cost.mean_distance = cost.hop_bytes / bytes;
  for (models::LinkId link = 0; link < link_bytes.size(); link++) {
    const double load_s = link_bytes[link] / platform.links.bandwidth_bytes_per_s[link];
    if (load_s <= cost.largest_load_s) continue;
    cost.largest_load_s = load_s;
    cost.most_loaded = link;
  }
  return cost;
}

void place_by_matrix(const PlacementTask& task, PlacedRanks& placed) {
  place_block(task, placed);
  const std::vector<models::HostId> block = placed.host_of_rank;
  const std::vector<MatrixEntry> matrix =
      read_comm_matrix(task.placement.argument, task.rank_count);
  task.platform.require_routes(block);
  placed.host_of_rank = mapped_from(task.platform, block, matrix);
  std::vector<models::HostId> sorted = block;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != block) {
    std::vector<models::HostId> other = mapped_from(task.platform, sorted, matrix);
    if (matrix_cost(task.platform, other, matrix).hop_bytes <
        matrix_cost(task.platform, placed.host_of_rank, matrix).hop_bytes) {
      placed.host_of_rank = std::move(other);
    }
  }
  placed.report = fmt::format(
      "placement {}\n{}{}", task.placement.text,
      describe_cost("  block", matrix_cost(task.platform, block, matrix), task.platform),
      describe_cost("  comm ", matrix_cost(task.platform, placed.host_of_rank, matrix),
                    task.platform));
}

}  // namespace smpi::placement
