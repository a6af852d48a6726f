// SPDX-License-Identifier: BSD-3-Clause
//
// Distances in the Vivaldi space: hypothetical straight lines between points, plus both heights,
// which stand for the way from a machine to the core of the network.
#include "models/zones/vivaldi.h"

#include <cmath>

namespace smpi::models {

void VivaldiZone::place(std::uint32_t child_local, const Coordinates& coordinates_ms,
                        PointId gateway) {
  if (spots_.size() <= child_local) spots_.resize(child_local + 1);
  spots_[child_local] = {coordinates_ms, gateway};
}

bool VivaldiZone::append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const {
  StarZone::append(from, to, builder);
  if (from == to) return true;
  const auto& [from_x, from_y, from_height] = spots_[from].coordinates_ms;
  const auto& [to_x, to_y, to_height] = spots_[to].coordinates_ms;
  const double distance_ms =
      std::sqrt((from_x - to_x) * (from_x - to_x) + (from_y - to_y) * (from_y - to_y)) +
      std::fabs(from_height) + std::fabs(to_height);
  builder.add_latency(distance_ms / 1000);
  return true;
}

Gateways VivaldiZone::gateways(std::uint32_t from, std::uint32_t to) const {
  return {spots_[from].gateway, spots_[to].gateway};
}

}  // namespace smpi::models
