// SPDX-License-Identifier: BSD-3-Clause
//
// What slows a flow besides the links it shares: a model of contention at the network interfaces.
// It looks at which hosts talk to which and divides the bound of each flow by a penalty. Without
// such a model the penalty of every flow is 1.
#pragma once

#include <cstdint>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

class Contention {
 public:
  virtual ~Contention() = default;

  virtual void flow_starts(std::uint32_t flow, HostId source, HostId destination) = 0;
  virtual void flow_ends(std::uint32_t flow) = 0;
  // Whether a penalty may have changed since the last update.
  virtual bool is_dirty() const = 0;
  // The flows whose penalty has changed since the last call; valid until the next.
  virtual const std::vector<std::uint32_t>& update() = 0;
  // What the flow's bound is divided by, at least 1.
  virtual double penalty(std::uint32_t flow) const = 0;
};

}  // namespace smpi::models
