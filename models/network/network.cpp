// SPDX-License-Identifier: BSD-3-Clause
//
// What networks have in common.
#include "models/network/network.h"

#include "models/network/config.h"
#include "models/network/scaled_flows.h"

namespace smpi::models {

std::span<const kernel::OptionSpec> Network::options() {
  return NetworkConfig::options();
}

FlowId start_scaled(Network& network, const FlowRequest& request, const FlowScale& scale) {
  if (auto* flows = dynamic_cast<ScaledFlows*>(&network))
    return flows->start_scaled(request, scale);
  FlowRequest scaled_request = request;
  scaled_request.size_bytes *= scale.byte_factor;
  return network.start(scaled_request);
}

}  // namespace smpi::models
