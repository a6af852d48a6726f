// SPDX-License-Identifier: BSD-3-Clause
//
// The carrier that network/model asks for.
#pragma once

#include <memory>

#include "models/packet/config.h"
#include "models/packet/nic_model.h"
#include "models/packet/partition.h"
#include "models/packet/reserve_model.h"

namespace smpi::models::packet {

// All must outlive it. `window`: Fabric::least_reach().
inline std::unique_ptr<Carrier> make_carrier(const Config& config, Ports& ports, Paths& paths,
                                             Owner& owner, Picoseconds window) {
  switch (config.model) {
    case Model::nic:
      return std::make_unique<NicModel>(ports, config.rules, paths, owner, window);
    case Model::reserve:
      return std::make_unique<ReserveModel>(ports, config.rules, paths, owner, window);
    case Model::packet:
      break;
  }
  return std::make_unique<Partition>(ports, config.rules, paths, owner, window);
}

}  // namespace smpi::models::packet
