// SPDX-License-Identifier: BSD-3-Clause
//
// Flows that cost more or less than their bytes say: for what-if questions about some messages, and
// for messages that cross the network in two parts.
#pragma once

#include "models/network/network.h"

namespace smpi::models {

// How often the latency of a flow counts, and each of its bytes.
struct FlowScale {
  double latency_factor = 1;
  double byte_factor = 1;
  bool operator==(const FlowScale&) const = default;
};

class ScaledFlows {
 public:
  virtual ~ScaledFlows() = default;
  // REQUIRES: scale.byte_factor > 0.
  virtual FlowId start_scaled(const FlowRequest& request, const FlowScale& scale) = 0;
};

// The same, on any network: where the model has no scaled flows, the bytes are scaled.
FlowId start_scaled(Network& network, const FlowRequest& request, const FlowScale& scale);

}  // namespace smpi::models
