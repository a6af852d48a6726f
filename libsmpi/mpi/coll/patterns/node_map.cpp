// SPDX-License-Identifier: BSD-3-Clause
//
// Grouping ranks by host.
#include "libsmpi/mpi/coll/patterns/node_map.h"

#include <unordered_map>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

NodeMap::NodeMap(const Communicator& communicator) {
  const Group& group = communicator.group();
  const auto& processes = communicator.simulation().ranks;
  std::unordered_map<models::HostId, int> node_of_host;
  for (int rank = 0; rank < group.size(); rank++) {
    const models::HostId host = processes[group[rank]]->host;
    const auto [found, is_new] = node_of_host.emplace(host, static_cast<int>(ranks.size()));
    if (is_new) {
      ranks.emplace_back();
      leaders.push_back(rank);
    }
    std::vector<int>& node = ranks[static_cast<std::size_t>(found->second)];
    if (!node.empty() && node.back() != rank - 1) is_consecutive = false;
    node_of.push_back(found->second);
    place_of.push_back(static_cast<int>(node.size()));
    node.push_back(rank);
  }
  for (const std::vector<int>& node : ranks) {
    if (node.size() != ranks[0].size()) is_uniform = false;
  }
}

namespace coll {

const NodeMap& node_map(const Communicator& communicator) {
  auto& map = communicator.shared().node_map;
  if (!map) map = std::make_shared<const NodeMap>(communicator);
  return *map;
}

NodeParts::NodeParts(const Operation& operation, int root, RootLeads leads)
    : operation_(operation),
      map_(node_map(operation.communicator())),
      node_(map_.ranks[static_cast<std::size_t>(own_node())]),
      leader_(node_.front()),
      root_node_(map_.node_of[static_cast<std::size_t>(root)]) {
  const auto at_root = static_cast<std::size_t>(root_node_);
  if (leads == RootLeads::no || map_.leaders[at_root] == root) return;
  own_leaders_ = map_.leaders;
  own_leaders_[at_root] = root;
  if (own_node() == root_node_) leader_ = root;
}

}  // namespace coll
}  // namespace smpi
