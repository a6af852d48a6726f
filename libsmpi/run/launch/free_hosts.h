// SPDX-License-Identifier: BSD-3-Clause
//
// Where spawned ranks go when nobody says where: to the host with the fewest living ranks for its
// cores, the first of the platform among equals. Finding one looks at all hosts: spawns are rare.
#pragma once

#include <cstdint>
#include <vector>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::launch {

class FreeHosts {
 public:
  explicit FreeHosts(const Simulation& simulation)
      : hosts_(simulation.platform.hosts), rank_count_(hosts_.count(), 0) {
    for (const auto& rank : simulation.ranks) {
      if (rank->phase != Phase::ended) rank_count_[rank->host]++;
    }
  }
  // The host of the next rank.
  models::HostId take() {
    std::size_t best = 0;
    for (std::size_t host = 1; host < rank_count_.size(); host++) {
      if (load_with_one_more(host) < load_with_one_more(best)) best = host;
    }
    return take(static_cast<models::HostId>(best));
  }
  // The next rank goes to `host`.
  models::HostId take(models::HostId host) {
    rank_count_[host]++;
    return host;
  }

 private:
  double load_with_one_more(std::size_t host) const {
    return (rank_count_[host] + 1.0) / hosts_.core_count[host];
  }
  const models::HostTable& hosts_;
  std::vector<std::uint32_t> rank_count_;
};

}  // namespace smpi::launch
