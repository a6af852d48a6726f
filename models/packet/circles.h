// SPDX-License-Identifier: BSD-3-Clause
//
// Can packets come to wait for each other in a circle?
//
// A packet in the buffer behind a link, in one of its channels, waits for room behind the next link
// of its way. Where these waits make a circle, all buffers on it may fill up, and nothing moves any
// more. Topologies give their ways channels such that there is none (channels.cpp), and tests show
// it; for platform files, whose routes say nothing of the kind, it is looked for before the run.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "models/packet/carrier.h"
#include "models/packet/fabric.h"

namespace smpi::models::packet {

// The buffers and the waits between them.
class Waits {
 public:
  explicit Waits(const Fabric& fabric) : fabric_(fabric), channel_count_(fabric.channel_count()) {}

  void add(std::span<const Hop> way);
  // The ports on a circle, in order; empty: there is none.
  std::vector<PortId> find_circle() const;

 private:
  const Fabric& fabric_;
  std::uint32_t channel_count_;
  std::unordered_set<std::uint64_t> waits_;  // buffer, and that for which it waits
};

// Throws InputError that names a circle and says what to do. Looks at the ways between all hosts up
// to 512, else between that many; does nothing where a topology has made sure.
void check_for_circles(const Platform& platform, const Fabric& fabric, Paths& paths);

}  // namespace smpi::models::packet
