// SPDX-License-Identifier: BSD-3-Clause
//
// A way in the making that may come by a router again: then the loop is left out.
//
// Detours are put together from minimal ways, which may meet. Hops are kept until the way is
// complete, as what a loop has added cannot be taken out of a route.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

class Trail {
 public:
  struct Hop {
    std::uint32_t router;
    LinkId link;  // that leaves it
  };

  explicit Trail(std::uint32_t router) : at_(router) { hops_.reserve(16); }

  std::uint32_t at() const { return at_; }
  std::span<const Hop> hops() const { return hops_; }
  void go(LinkId link, std::uint32_t router) {
    hops_.push_back({at_, link});
    at_ = router;
    for (std::size_t hop = 0; hop < hops_.size(); hop++) {
      if (hops_[hop].router == router) return hops_.resize(hop);
    }
  }
  // Back to the router after `count` hops.
  void cut(std::size_t count) {
    if (count >= hops_.size()) return;
    at_ = hops_[count].router;
    hops_.resize(count);
  }

 private:
  std::uint32_t at_;
  std::vector<Hop> hops_;
};

}  // namespace smpi::models
