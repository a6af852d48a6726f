// SPDX-License-Identifier: BSD-3-Clause
//
// The choice of the network's model. All of today's models are presets of one, the flow model.
#include "models/network/network.h"

#include "models/network/config.h"
#include "models/network/flow_network.h"
#include "models/network/scaled_flows.h"

namespace smpi::models {

std::span<const kernel::OptionSpec> Network::options() {
  return NetworkConfig::options();
}

std::unique_ptr<Network> Network::make(kernel::Engine& engine, Platform& platform,
                                       const kernel::Options& options) {
  return make_flow_network(engine, platform, options);
}

FlowId start_scaled(Network& network, const FlowRequest& request, const FlowScale& scale) {
  if (auto* flows = dynamic_cast<ScaledFlows*>(&network))
    return flows->start_scaled(request, scale);
  FlowRequest scaled_request = request;
  scaled_request.size_bytes *= scale.byte_factor;
  return network.start(scaled_request);
}

}  // namespace smpi::models
