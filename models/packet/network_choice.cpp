// SPDX-License-Identifier: BSD-3-Clause
//
// The choice of the network's model: one of packets, or one of flows, which are presets of one.
#include "models/network/flow_network.h"
#include "models/network/network.h"
#include "models/packet/config.h"
#include "models/packet/packet_network.h"

namespace smpi::models {

std::unique_ptr<Network> Network::make(kernel::Engine& engine, Platform& platform,
                                       const kernel::Options& options) {
  if (packet::model_of(options)) {
    return std::make_unique<packet::PacketNetwork>(engine, platform, options);
  }
  return make_flow_network(engine, platform, options);
}

}  // namespace smpi::models
