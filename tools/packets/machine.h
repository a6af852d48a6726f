// SPDX-License-Identifier: BSD-3-Clause
//
// What a replay runs on: a platform, the options of its network, the network as ports.
#pragma once

#include "kernel/options.h"
#include "models/packet/config.h"
#include "models/packet/fabric.h"
#include "models/platform/platform.h"
#include "tools/packets/command_line.h"
#include "tools/packets/world.h"

namespace smpi::packets {

class Machine {
 public:
  // `rank_count`: where the user gave no platform, the hosts of a star. Throws InputError.
  Machine(const Arguments& arguments, std::uint32_t rank_count);

  const models::Platform& platform() const { return platform_; }
  const models::packet::Config& config() const { return config_; }
  const models::packet::Fabric& fabric() const { return fabric_; }
  // How ranks tell each other of messages.
  Protocol protocol() const;

 private:
  models::Platform platform_;
  kernel::Options options_;
  models::packet::Config config_;
  models::packet::Fabric fabric_;
};

}  // namespace smpi::packets
