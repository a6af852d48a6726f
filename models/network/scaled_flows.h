// SPDX-License-Identifier: BSD-3-Clause
//
// Flows that cost more or less than their bytes say: for what-if questions about some messages.
#pragma once

#include "models/network/network.h"

namespace smpi::models {

class ScaledFlows {
 public:
  virtual ~ScaledFlows() = default;
  // A flow whose latency and bytes count `scale` times, above 0.
  virtual FlowId start_scaled(const FlowRequest& request, double scale) = 0;
};

// The same, on any network: where the model has no scaled flows, the bytes are scaled.
FlowId start_scaled(Network& network, const FlowRequest& request, double scale);

}  // namespace smpi::models
