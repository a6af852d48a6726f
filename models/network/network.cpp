// SPDX-License-Identifier: BSD-3-Clause
//
// The choice of the network's model. All of today's models are presets of one, the flow model.
#include "models/network/network.h"

#include "models/network/config.h"
#include "models/network/flow_network.h"

namespace smpi::models {

std::span<const kernel::OptionSpec> Network::options() {
  return NetworkConfig::options();
}

std::unique_ptr<Network> Network::make(kernel::Engine& engine, Platform& platform,
                                       const kernel::Options& options) {
  return make_flow_network(engine, platform, options);
}

}  // namespace smpi::models
