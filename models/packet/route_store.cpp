// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks of ways that come and go.
#include "models/packet/route_store.h"

#include "kernel/error.h"

namespace smpi::models::packet {

RouteId RouteStore::add(std::span<const Hop> hops) {
  SIM_ASSERT(!hops.empty() && hops.size() < 65536, "a way has hops");
  if (free_.size() <= hops.size()) free_.resize(hops.size() + 1);
  RouteId route = 0;
  if (free_[hops.size()].empty()) {
    SIM_ASSERT(words_.size() + hops.size() + 2 < no_index, "ways of messages fill their store");
    route = static_cast<RouteId>(words_.size());
    words_.resize(words_.size() + hops.size() + 2);
  } else {
    route = free_[hops.size()].back();
    free_[hops.size()].pop_back();
  }
  words_[route] = 1;
  words_[route + 1] = static_cast<std::uint32_t>(hops.size());
  for (std::size_t i = 0; i < hops.size(); i++) words_[route + 2 + i] = pack(hops[i]);
  return route;
}

void RouteStore::recycle(RouteId route) {
  free_[words_[route + 1]].push_back(route);
}

}  // namespace smpi::models::packet
