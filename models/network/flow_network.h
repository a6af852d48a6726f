// SPDX-License-Identifier: BSD-3-Clause
//
// The flow model of the network: a message has a latency phase and a bandwidth phase (MODELS 1-4),
// and flows share links by weighted max-min. All values of `network/model` are presets of it.
#pragma once

#include <memory>

#include "models/network/network.h"

namespace smpi::models {

std::unique_ptr<Network> make_flow_network(kernel::Engine& engine, Platform& platform,
                                           const kernel::Options& options);

}  // namespace smpi::models
