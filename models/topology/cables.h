// SPDX-License-Identifier: BSD-3-Clause
//
// Ranges of link ids: how the topologies name their links without a table.
#pragma once

#include <cstdint>

#include "models/platform/platform.h"

namespace smpi::models {

// Cables numbered from 0. A full-duplex one is two links, up and then down; else one link serves
// both directions. What "up" means is the topology's business.
struct CableRange {
  LinkId first = no_id;
  bool is_split = true;

  LinkId up(std::uint64_t cable) const {
    return first + static_cast<LinkId>(is_split ? 2 * cable : cable);
  }
  LinkId down(std::uint64_t cable) const {
    return first + static_cast<LinkId>(is_split ? 2 * cable + 1 : cable);
  }
};

// What clusters have beside their cables: the first of the hosts' loopback links, and of the
// limiters that hosts (first) and switches have; no_id when the cluster has none.
struct NodeLinks {
  LinkId first_loopback = no_id;
  LinkId first_limiter = no_id;
};

}  // namespace smpi::models
