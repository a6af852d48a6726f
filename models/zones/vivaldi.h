// SPDX-License-Identifier: BSD-3-Clause
//
// Vivaldi coordinates (Dabek et al. 2004): the latency between two machines of a wide-area network
// is the distance of their points (x, y, height), in milliseconds:
//
//   latency = sqrt((x1 - x2)^2 + (y1 - y2)^2) + |h1| + |h2|
//
// The links are those of a star: a peer's upward and the other's downward one; hosts have none. A
// zone inside is a site: the router `router_ZONE` that lies in it has its coordinates and is its
// gateway. (SimGrid 3.32 to 4.2 read such files and stop at the first message between two sites.)
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "models/zones/star.h"

namespace smpi::models {

// In milliseconds: x, y and height.
using Coordinates = std::array<double, 3>;

class VivaldiZone : public StarZone {
 public:
  using StarZone::StarZone;
  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  Gateways gateways(std::uint32_t from, std::uint32_t to) const override;
  std::string_view routing_name() const override { return "Vivaldi"; }
  bool is_complete() const override { return true; }
  std::optional<Shape> shape(const Platform&) const override { return std::nullopt; }

  // To be called before the platform is sealed; `gateway` is the child itself unless it is a zone.
  void place(std::uint32_t child_local, const Coordinates& coordinates_ms, PointId gateway);

 private:
  struct Spot {
    Coordinates coordinates_ms;
    PointId gateway = no_id;  // no_id: a zone without a router that has coordinates
  };
  std::vector<Spot> spots_;  // by local index
};

}  // namespace smpi::models
